-- The answer to a request that named itself by an Idempotency-Key, written in the transaction of its effect.
create table idempotency_key (
  organization_id text collate "C" not null references organization on delete cascade,
  key text collate "C" not null,
  operation text not null,
  -- SHA-256 of what was asked: another request under the same key is a mistake
  request_hash bytea not null,
  output jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, key, operation)
);
create index idempotency_key_age on idempotency_key (organization_id, created_at);

alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy tenant on idempotency_key
  using (organization_id = nullif(current_setting('app.organization_id', true), ''))
  with check (organization_id = nullif(current_setting('app.organization_id', true), ''));
