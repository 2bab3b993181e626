-- Who vouched for a person's address, and when: the identity provider by its verified claim, or the operator. null: nobody;
-- whoever made the account knew the address and had a link.
alter table person add column verified_at timestamptz;
alter table person add column verified_by text check (verified_by in ('provider', 'operator'));
alter table person add constraint person_verification check ((verified_at is null) = (verified_by is null));

-- Accounts of before, as far as somebody can be seen to have vouched for them. Row by row: on Citus no statement joins these
-- tables with the log, which is distributed.
do $$
declare
  walled text;
  walls text[] := array['person', 'membership', 'login', 'recovery_code', 'web_session', 'password_reset', 'provider_identity', 'audit_entry'];
  someone record;
  workplace record;
begin
  -- The walls stand against the owner of the tables too.
  foreach walled in array walls loop
    execute format('alter table %I no force row level security', walled);
  end loop;

  -- The first person came by a link that only the operator was shown.
  for someone in select subject, at from audit_entry where action = 'person.sign_in' and detail->>'by' = 'set-up link' loop
    update person set verified_at = someone.at, verified_by = 'operator' where id = someone.subject;
  end loop;

  -- An account without a password that no provider knows was made by the operator's command, or is the demo's.
  update person set verified_at = created_at, verified_by = 'operator'
    where verified_at is null
      and not exists (select from login where login.person_id = person.id and login.password is not null)
      and not exists (select from provider_identity where provider_identity.person_id = person.id);

  -- The provider vouched for the others that it knows. A password that stood there may have waited for that moment: it ends,
  -- with all that it opened, and its holder comes by the provider.
  for someone in
    select id, email, exists (select from login where login.person_id = person.id and login.password is not null) as has_password
    from person where verified_at is null and exists (select from provider_identity where provider_identity.person_id = person.id)
  loop
    update person set verified_at = now(), verified_by = 'provider' where id = someone.id;
    continue when not someone.has_password;
    delete from login where person_id = someone.id;
    delete from recovery_code where person_id = someone.id;
    delete from web_session where person_id = someone.id;
    delete from password_reset where person_id = someone.id;
    for workplace in select organization_id from membership where person_id = someone.id loop
      insert into audit_entry (organization_id, actor, action, subject, detail)
        values (workplace.organization_id, '{"kind": "system"}', 'person.verify', someone.id,
          jsonb_build_object('by', 'provider', 'email', someone.email, 'endedSignIn', true));
    end loop;
  end loop;

  foreach walled in array walls loop
    execute format('alter table %I force row level security', walled);
  end loop;
end $$;
