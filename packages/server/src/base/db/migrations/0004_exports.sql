-- What loaders copy row by row: each row has an instant of its last change, taken from the organization's change clock,
-- so that whoever reads by (instant, id) misses nothing and sees nothing twice.

-- Of an answer's mentions and citations. Apart from changed_at, which tells of the sources alone: a list that is being
-- walked through must not lose an answer because a name was found in it anew.
alter table source_use
  add column exported_at timestamptz,
  -- of everything exported of it
  add column digest bytea not null default '',
  add column named text[] not null default '{}',
  -- once exported as named, and no longer: told as deleted
  add column dropped text[] not null default '{}';
update source_use set exported_at = changed_at;
alter table source_use alter column exported_at set not null;
create index source_use_exported on source_use (organization_id, exported_at, answer_id);

-- Rows of the datasets that are one row a day: scores, platform results, share of voice.
create table daily_result (
  organization_id text collate "C" not null,
  dataset text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  day date not null,
  body jsonb not null,
  changed_at timestamptz not null,
  is_deleted boolean not null default false,
  primary key (organization_id, dataset, id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
create index daily_result_changed on daily_result (organization_id, dataset, changed_at, id);
create index daily_result_of_day on daily_result (organization_id, brand_id, day);

-- Days whose counts changed since their rows were made; the scoring that follows makes them anew.
create table stale_day (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  day date not null,
  primary key (organization_id, brand_id, day),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

-- The prompts, names and weights that a brand's rows were made with: another panel makes all of them anew.
create table daily_panel (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  fingerprint text not null,
  primary key (organization_id, brand_id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

insert into stale_day (organization_id, brand_id, day) select distinct organization_id, brand_id, day from rollup;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['daily_result', 'stale_day', 'daily_panel'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
       with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))', tenant_table);
  end loop;
end $$;
