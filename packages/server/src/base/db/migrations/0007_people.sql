-- Somebody, whatever the organizations they work in: the second table without a tenant, beside credential. Its wall is
-- another one, below: the application sees a person whom it names, and the members of the organization it works for.
create table person (
  id text collate "C" primary key,
  -- folded, so that two spellings are one person
  email text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table membership (
  organization_id text collate "C" not null references organization on delete cascade,
  -- no foreign key: it would not begin with the organization, and tell of people elsewhere
  person_id text collate "C" not null,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null,
  primary key (organization_id, person_id)
);
create index membership_of_person on membership (person_id);

create table invitation (
  organization_id text collate "C" not null references organization on delete cascade,
  id text collate "C" not null,
  email text collate "C" not null,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  -- SHA-256 of what the link carries
  token_hash bytea not null,
  invited_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text collate "C",
  revoked_at timestamptz,
  primary key (organization_id, id)
);
create unique index invitation_token on invitation (organization_id, token_hash);
-- of several to one address one is good
create unique index invitation_open on invitation (organization_id, email) where accepted_at is null and revoked_at is null;

-- What an organization's people should know, each told once.
create table notice (
  organization_id text collate "C" not null references organization on delete cascade,
  kind text collate "C" not null,
  -- what it is about: of calls the period and the ceiling
  subject text collate "C" not null,
  at timestamptz not null,
  facts jsonb not null,
  primary key (organization_id, kind, subject)
);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['membership', 'invitation', 'notice'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
       with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))', tenant_table);
  end loop;
end $$;

alter table person enable row level security;
alter table person force row level security;
-- The one whose address or id is in hand; a query that forgot its condition finds nobody else.
create policy self on person
  using (nullif(current_setting('app.person', true), '') in (id, email))
  with check (nullif(current_setting('app.person', true), '') in (id, email));
create policy member on person for select using (exists (
  select from membership where membership.person_id = person.id
    and membership.organization_id = nullif(current_setting('app.organization_id', true), '')));
-- Where somebody works: asked by the one who signs in, and before their account goes with their last organization.
create policy self on membership for select using (person_id = nullif(current_setting('app.person', true), ''));

-- Above the plan's number: not asked, still counted in the scores of what was asked before.
alter table prompt add column is_paused boolean not null default false;
-- When the present plan began; what a plan allows in a period is counted from there. null: with the organization.
alter table organization add column plan_since timestamptz;

create index audit_entry_at on audit_entry (organization_id, at, id);

-- A key's name is told by GET /me.
create or replace trigger key_changed after insert or update of name, scopes, brand_ids, expires_at, revoked_at or delete on api_key
  for each row execute function tell_key_changed();
