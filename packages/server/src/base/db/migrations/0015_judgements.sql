-- An organization's own key for a model: what only a model can tell is asked with it, and nothing is asked without one.
create table model_key (
  organization_id text collate "C" not null references organization on delete cascade,
  provider text not null check (provider in ('openai', 'anthropic')),
  model text not null,
  -- see sealing.ts
  sealed bytea not null,
  last4 text not null,
  -- whether the model judges what the rules left ambiguous
  is_judge boolean not null default false,
  set_at timestamptz not null,
  primary key (organization_id)
);

-- What was asked of the model, one row a round: of all doubtful places of a run, or for ideas of prompts. Kept longer than the key.
create table model_use (
  organization_id text collate "C" not null references organization on delete cascade,
  -- of a judge the run's id, so that a round that goes on after a kill goes on in its own row
  id text collate "C" not null,
  brand_id text collate "C" not null,
  kind text not null check (kind in ('judge', 'prompts')),
  provider text not null,
  model text not null,
  -- counted before each is sent
  calls integer not null default 0,
  -- places that got a verdict; ideas that came
  results integer not null default 0,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- by list price, before asking; null: the model is not in the table of prices
  estimated_usd double precision,
  usd double precision,
  -- why it ended before its end
  failure text,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organization_id, id)
);
create index model_use_newest on model_use (organization_id, started_at desc, id);

-- Verdicts of a model, beside what the rules decided: no score, rollup or export is made from them.
create table judgement (
  organization_id text collate "C" not null,
  answer_id text collate "C" not null,
  entity_id text collate "C" not null,
  -- where in the answer's text, in UTF-16 units
  start_at integer not null,
  end_at integer not null,
  -- what the rules had made of the place
  is_counted boolean not null,
  -- null: not asked, or the model could not tell
  is_meant boolean,
  sentiment text check (sentiment in ('positive', 'neutral', 'negative', 'mixed')),
  provider text not null,
  model text not null,
  -- of the question that was put
  judge_version smallint not null,
  judged_at timestamptz not null,
  -- this place's share of what its call cost
  usd double precision,
  primary key (organization_id, answer_id, entity_id, start_at),
  foreign key (organization_id, answer_id) references answer on delete cascade
);

-- Which answers an older detector looked through: all of a brand or none, so the index is small.
create index observation_of_version on observation (organization_id, brand_id, extraction_version);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['model_key', 'model_use', 'judgement'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
       with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))', tenant_table);
  end loop;
end $$;
