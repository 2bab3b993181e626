-- What happened, and who is told of it. An event and its deliveries are written in the transaction that made it happen;
-- sending is done later, as often as it takes.

create table event (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  type text not null check (type in ('score.changed', 'recommendation.new', 'competitor.alert')),
  -- counts the events of a brand
  sequence integer not null,
  occurred_at timestamptz not null,
  -- the object that webhooks deliver and GET /events lists
  body jsonb not null,
  -- from the organization's change clock
  changed_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, brand_id, sequence),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
create index event_changed on event (organization_id, changed_at, id);

create table webhook (
  organization_id text collate "C" not null references organization on delete cascade,
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  threshold double precision not null,
  -- null: all brands
  brand_ids text[],
  format text not null check (format in ('event', 'slack', 'discord', 'teams', 'googlechat')),
  only_significant boolean not null default false,
  description text,
  -- the organization's dedicated chat channel
  is_channel boolean not null default false,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  -- why it is not active; null when it is
  status_reason text check (status_reason in ('owner', 'gone', 'failing', 'plan')),
  -- since when nothing but failures; null after a success
  failing_since timestamptz,
  failures integer not null default 0,
  warned_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

create unique index webhook_channel on webhook (organization_id) where is_channel;

-- Encrypted with a key made from SIGHTLINE_SECRET, which the database never sees.
create table webhook_secret (
  organization_id text collate "C" not null,
  webhook_id text collate "C" not null,
  number integer not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- null: the current one
  expires_at timestamptz,
  primary key (organization_id, webhook_id, number),
  foreign key (organization_id, webhook_id) references webhook on delete cascade
);

-- The composite, unrounded, that a subscription was told last: its threshold is measured from there.
create table webhook_baseline (
  organization_id text collate "C" not null,
  webhook_id text collate "C" not null,
  brand_id text collate "C" not null,
  composite double precision not null,
  -- by platform, unrounded
  platforms jsonb not null,
  reported_at timestamptz not null,
  primary key (organization_id, webhook_id, brand_id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade,
  foreign key (organization_id, brand_id) references brand on delete cascade
);

-- The composite, unrounded, that a brand's last score.changed told, or its first: what the next one is relative to in
-- GET /events, and where a new subscription begins.
create table score_baseline (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  composite double precision not null,
  platforms jsonb not null,
  reported_at timestamptz not null,
  primary key (organization_id, brand_id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

create table delivery (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  -- of an event that is kept, or of a test, which is not
  event_id text collate "C" not null,
  event_type text not null,
  is_test boolean not null default false,
  status text not null check (status in ('pending', 'delivered', 'failed', 'suppressed_quota', 'cancelled')),
  -- the bytes that are signed and sent, the same at every attempt
  body text not null,
  attempts integer not null default 0,
  -- null: no attempt is planned
  next_attempt_at timestamptz,
  -- counts the claims: a sender that was taken for dead finds another number and is not believed
  fence integer not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade
);
create index delivery_due on delivery (organization_id, webhook_id, next_attempt_at) where status = 'pending';
create index delivery_of_webhook on delivery (organization_id, webhook_id, id);
create index delivery_of_event on delivery (organization_id, event_id);
create index delivery_age on delivery (organization_id, created_at);
create index delivery_suppressed on delivery (organization_id, id) where status = 'suppressed_quota';

create table delivery_attempt (
  organization_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- of the receiver's answer; null: none came
  status integer,
  -- stable code of a failure that is no status: 'timeout', 'connection_refused', 'address_not_allowed', …
  reason text,
  request_headers jsonb not null,
  response_headers jsonb,
  -- its first 4 KiB, untrusted
  response_start text,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references delivery on delete cascade
);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['event', 'webhook', 'webhook_secret', 'webhook_baseline', 'score_baseline', 'delivery', 'delivery_attempt'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
        with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))',
      tenant_table);
  end loop;
end $$;
