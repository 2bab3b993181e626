-- Every tenant table: organization_id first in the primary key, in each unique index and in each foreign key, and forced
-- row-level security. A foreign key on the bare id would accept another tenant's row, a global unique index would tell
-- of it (reliability.md 3.5).

create table organization (
  organization_id text collate "C" primary key,
  name text not null,
  plan text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- null: the plan's figure
  calls_per_minute integer check (calls_per_minute > 0),
  -- weight of each platform in the composite by slug; null: all equal
  platform_weights jsonb,
  -- the billing period is counted from this instant, never from the period before
  anchor_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table api_key (
  organization_id text collate "C" not null references organization on delete cascade,
  id text collate "C" not null,
  name text not null,
  scopes text[] not null,
  -- null: all brands
  brand_ids text[],
  -- what a list may show: the first 13 characters and the last 4
  start text not null,
  last4 text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);

-- Tells whose key a hash is, before any tenant is known: the one table without a tenant's wall. It holds no secret and
-- no fact besides the two ids.
create table credential (
  hash bytea primary key,
  organization_id text collate "C" not null,
  key_id text collate "C" not null,
  foreign key (organization_id, key_id) references api_key on delete cascade
);
create index credential_of_key on credential (organization_id, key_id);

create table brand (
  organization_id text collate "C" not null references organization on delete cascade,
  id text collate "C" not null,
  name text not null,
  aliases text[] not null,
  excluded_names text[] not null,
  domains text[] not null,
  case_sensitive boolean not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index brand_name on brand (organization_id, lower(name));
create unique index brand_default on brand (organization_id) where is_default;

create table competitor (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  name text not null,
  aliases text[] not null,
  excluded_names text[] not null,
  domains text[] not null,
  case_sensitive boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
create unique index competitor_name on competitor (organization_id, brand_id, lower(name));

create table prompt (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  text text not null,
  topic text,
  tags text[] not null,
  country text,
  language text,
  is_branded boolean not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  -- the version before an edit: a text never changes, its series neither
  supersedes_id text collate "C",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, brand_id) references brand on delete cascade,
  foreign key (organization_id, supersedes_id) references prompt on delete cascade
);
create index prompt_of_brand on prompt (organization_id, brand_id, status);
create unique index prompt_text on prompt (organization_id, brand_id, md5(text), coalesce(country, ''), coalesce(language, ''))
  where status = 'active';

create table schedule (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  is_on boolean not null,
  -- hour of the day and days of the week (0 = Sunday), both in UTC
  hour smallint not null check (hour between 0 and 23),
  days smallint[] not null,
  repeats smallint not null check (repeats between 1 and 10),
  -- null: all that are set up
  platforms text[],
  next_run_at timestamptz,
  primary key (organization_id, brand_id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

create table run (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  kind text not null check (kind in ('measure', 'import')),
  status text not null check (status in ('planned', 'running', 'completed', 'cancelled')),
  -- set where all answers have one surface whatever the platform: import, simulated
  surface text,
  platforms text[] not null,
  -- null: all prompts that are active when the run starts
  prompt_ids text[],
  repeats smallint not null check (repeats between 1 and 10),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
create index run_of_brand on run (organization_id, brand_id, id);

-- One planned answer. Its id becomes the answer's, so that an answer can be stored only once.
create table slot (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  run_id text collate "C" not null,
  prompt_id text collate "C" not null,
  platform text not null,
  repeat smallint not null,
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'extracted', 'cancelled')),
  -- how often the platform was too busy to answer
  busy smallint not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, run_id) references run on delete cascade,
  foreign key (organization_id, prompt_id) references prompt on delete cascade
);
create unique index slot_place on slot (organization_id, run_id, prompt_id, platform, repeat);
create index slot_open on slot (organization_id, run_id, state) where state in ('waiting', 'stored');

-- What came back, as it came: written once, never changed.
create table answer (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  run_id text collate "C" not null,
  prompt_id text collate "C" not null,
  platform text not null,
  surface text not null check (surface in ('api', 'serp', 'import', 'simulated')),
  outcome text not null check (outcome in ('ok', 'not_triggered', 'refused', 'empty', 'failed')),
  finish text,
  error_code text,
  external_id text,
  model text,
  country text,
  language text,
  -- Brotli: 0.4 of the bytes, the same on every build of PostgreSQL (bench/README.md)
  text bytea not null,
  -- zstd with the text as dictionary, as most of a reply is its text; null for imports
  raw bytea,
  -- zstd JSON: what the reader found beside the text (citations, listed sources, searches); null: nothing
  findings bytea,
  input_tokens integer,
  output_tokens integer,
  searches_count smallint,
  cost_usd double precision,
  cost_basis text,
  provider text,
  parser_version smallint,
  tries smallint,
  latency_ms integer,
  collected_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
create unique index answer_external on answer (organization_id, brand_id, external_id) where external_id is not null;

-- What was found in an answer with the names of the day; made anew when a name or the detector changes.
create table observation (
  organization_id text collate "C" not null,
  answer_id text collate "C" not null,
  brand_id text collate "C" not null,
  run_id text collate "C" not null,
  prompt_id text collate "C" not null,
  platform text not null,
  day date not null,
  surface text not null,
  outcome text not null,
  named text[] not null,
  -- in the engine's form
  entities jsonb not null,
  -- Brotli JSON: mentions and owners of citations, which no statement looks into
  places bytea not null,
  extraction_version smallint not null,
  primary key (organization_id, answer_id),
  foreign key (organization_id, answer_id) references answer on delete cascade
);
create index observation_of_day on observation (organization_id, brand_id, day, platform, prompt_id);
create index observation_newest on observation (organization_id, brand_id, answer_id);
create index observation_of_run on observation (organization_id, run_id);

-- Exact counts of one prompt on one platform on one day.
create table rollup (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  day date not null,
  platform text not null,
  prompt_id text collate "C" not null,
  ok integer not null,
  not_triggered integer not null,
  refused integer not null,
  empty integer not null,
  failed integer not null,
  simulated integer not null,
  entities jsonb not null,
  primary key (organization_id, brand_id, day, platform, prompt_id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

-- The newest score of each brand and window, ready to be served.
create table current_score (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  time_window text not null,
  -- JSON as the API tells it, held against the contract when it was written: it is sent as it stands
  score text not null,
  relative_trend text not null,
  computed_at timestamptz not null,
  primary key (organization_id, brand_id, time_window),
  foreign key (organization_id, brand_id) references brand on delete cascade
-- read far more often than written: not compressed while it fits a page
) with (toast_tuple_target = 8160);

create table usage_period (
  organization_id text collate "C" not null references organization on delete cascade,
  period_start timestamptz not null,
  calls integer not null default 0,
  answers integer not null default 0,
  primary key (organization_id, period_start)
) with (fillfactor = 50);

create table usage_detail (
  organization_id text collate "C" not null references organization on delete cascade,
  day date not null,
  key_id text collate "C" not null,
  operation text not null,
  calls integer not null default 0,
  primary key (organization_id, day, key_id, operation)
) with (fillfactor = 50);

create table audit_entry (
  organization_id text collate "C" not null references organization on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor jsonb not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  primary key (organization_id, id)
);

-- One wall under all of them. An unset tenant is NULL, and NULL matches nothing.
do $$
declare tenant_table text;
begin
  for tenant_table in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id' and c.relname <> 'credential'
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
       with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))', tenant_table);
  end loop;
end $$;

-- Who migrates may list the organizations (verify, doctor); the application may not.
do $$ begin execute format('create policy operator on organization for select to %I using (true)', current_user); end $$;

-- Every process forgets what it remembers of an organization's keys as soon as one of these rows changes.
create function tell_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_changed', coalesce(new.organization_id, old.organization_id));
  return null;
end $$;
create trigger key_changed after insert or update of scopes, brand_ids, expires_at, revoked_at or delete on api_key
  for each row execute function tell_key_changed();
create trigger key_changed after update or delete on organization for each row execute function tell_key_changed();
