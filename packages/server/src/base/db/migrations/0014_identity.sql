-- How people sign in. None of these tables has a tenant: a person has one account, whatever the organizations. The wall of
-- each is what is in hand: a person who is named (app.person), or a token whose hash is (app.token, in hex).

create table login (
  person_id text collate "C" primary key references person on delete cascade,
  -- argon2id with its parameters; null: none, a provider says who it is
  password text,
  password_changed_at timestamptz,
  -- sealed with the installation's secret; until it is confirmed it asks nobody for a code
  second_factor bytea,
  second_factor_at timestamptz,
  -- the last half minute whose code was used: each is good once
  second_factor_step bigint not null default 0
);

create table recovery_code (
  person_id text collate "C" not null references person on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);

create table web_session (
  -- SHA-256 of what the cookie carries
  token_hash bytea primary key,
  id text collate "C" not null unique,
  person_id text collate "C" not null references person on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null,
  address text not null
);
create index web_session_of_person on web_session (person_id);

-- A link that the operator hands out.
create table password_reset (
  token_hash bytea primary key,
  person_id text collate "C" not null references person on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_of_person on password_reset (person_id);

-- Who somebody is to a provider of single sign-on.
create table provider_identity (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  person_id text collate "C" not null references person on delete cascade,
  primary key (issuer, subject)
);
create index provider_identity_of_person on provider_identity (person_id);

-- Attempts to sign in, in every process: by account and by address, neither of which can be read here.
create table sign_in_attempt (
  subject bytea primary key,
  tries integer not null,
  ends_at timestamptz not null
);

-- Whether somebody has an account, or had: then the link that makes the first one is none any more.
create table installation (
  is_it boolean primary key default true check (is_it),
  claimed_at timestamptz not null
);
insert into installation (claimed_at) select now() where exists (select from person);

do $$
declare walled text;
begin
  foreach walled in array array['login', 'recovery_code', 'web_session', 'password_reset', 'provider_identity', 'sign_in_attempt'] loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
  end loop;
  foreach walled in array array['login', 'recovery_code', 'web_session', 'password_reset', 'provider_identity'] loop
    execute format(
      'create policy self on %I using (person_id = nullif(current_setting(''app.person'', true), ''''))
       with check (person_id = nullif(current_setting(''app.person'', true), ''''))', walled);
  end loop;
  foreach walled in array array['web_session', 'password_reset'] loop
    execute format(
      'create policy token on %I using (encode(token_hash, ''hex'') = nullif(current_setting(''app.token'', true), ''''))', walled);
  end loop;
end $$;
create policy token on sign_in_attempt
  using (encode(subject, 'hex') = nullif(current_setting('app.token', true), ''))
  with check (encode(subject, 'hex') = nullif(current_setting('app.token', true), ''));
-- What counts no longer is swept by whoever comes next.
create policy past on sign_in_attempt for select using (ends_at < now() - interval '1 day');
create policy past_goes on sign_in_attempt for delete using (ends_at < now() - interval '1 day');
create policy token on provider_identity for select
  using (encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex') = nullif(current_setting('app.token', true), ''));

-- Where somebody works, for the list of their organizations.
create policy self on organization for select using (exists (
  select from membership where membership.organization_id = organization.organization_id
    and membership.person_id = nullif(current_setting('app.person', true), '')));
-- All there are, until somebody has an account: the first one becomes the owner of each.
create policy unclaimed on organization for select using (
  current_setting('app.person', true) = 'the first' and not exists (select from installation));
