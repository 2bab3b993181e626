-- count_calls waits for nobody, not even for an organization that is being deleted.
--
-- A row that one transaction changes twice makes PostgreSQL look for the row that it refers to again, as if it were new
-- (RI_FKey_fk_upd_check_required). Calls of one organization that are not alike change its period twice, and so they waited
-- for the deletion of their organization, the calls of all others with them. Where the organization is locked, its further
-- calls are left out now, as those whose own rows are locked are.
create or replace function count_calls(groups jsonb)
  returns table (place int, before int, after int, version text, score text)
  language plpgsql as $$
declare
  -- Not by "set" in the function's head: to keep a setting of ours in the catalogue takes a superuser.
  tenant constant text := coalesce(current_setting('app.organization_id', true), '');
  asked record;
  counted text;
begin
  for asked in
    select * from jsonb_to_recordset(groups) as one (place int, organization_id text, period_start timestamptz, ceiling int,
      day date, key_id text, operation text, calls int, brand_id text, time_window text, version text)
    order by one.organization_id, one.place
  loop
    perform set_config('app.organization_id', asked.organization_id, true);
    if asked.organization_id = counted then
      perform from organization where organization_id = asked.organization_id for key share skip locked;
      continue when not found;
    end if;
    select period.calls into before
      from usage_period period join usage_detail detail on detail.organization_id = period.organization_id
      where period.organization_id = asked.organization_id and period.period_start = asked.period_start
        and detail.organization_id = asked.organization_id and detail.day = asked.day and detail.key_id = asked.key_id
        and detail.operation = asked.operation
      for update skip locked;
    continue when not found;
    after := greatest(before, least(before + asked.calls, asked.ceiling));
    if after > before then
      update usage_period set calls = after
        where organization_id = asked.organization_id and period_start = asked.period_start;
      update usage_detail detail set calls = detail.calls + after - before
        where organization_id = asked.organization_id and day = asked.day and key_id = asked.key_id
          and operation = asked.operation;
      counted := asked.organization_id;
    end if;
    version := null;
    score := null;
    if asked.brand_id is not null then
      select current.version, case when current.version is distinct from asked.version then current.score end
        into version, score from current_score current
        where current.organization_id = asked.organization_id and current.brand_id = asked.brand_id
          and current.time_window = asked.time_window;
    end if;
    place := asked.place;
    return next;
  end loop;
  perform set_config('app.organization_id', tenant, true);
end $$;
