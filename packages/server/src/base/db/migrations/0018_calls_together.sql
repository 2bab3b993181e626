-- Counts calls of many organizations at once, so that all that wait in a process at one moment cost one commit.
--
-- It runs with its caller's rights: the wall holds in it as outside, one organization after another, and whoever may call it
-- could do the same by statements of their own. The caller's own tenant is there again when it returns.
--
-- It waits for nobody. A group whose rows are locked, or not there yet (to make them asks for the organization, which may be
-- locked too), is left out of the answer and counted by a statement of its own: a lock of one holds up none of the others.
--
-- groups: [{place, organization_id, period_start, ceiling, day, key_id, operation, calls, brand_id, time_window, version}];
-- of each group's calls as many are counted as fit below the ceiling. brand_id: of the score that they ask for, or null;
-- version: the one whose text the caller knows.
create function count_calls(groups jsonb)
  returns table (place int, before int, after int, version text, score text)
  language plpgsql as $$
declare
  -- Not by "set" in the function's head: to keep a setting of ours in the catalogue takes a superuser.
  tenant constant text := coalesce(current_setting('app.organization_id', true), '');
  asked record;
begin
  for asked in
    select * from jsonb_to_recordset(groups) as one (place int, organization_id text, period_start timestamptz, ceiling int,
      day date, key_id text, operation text, calls int, brand_id text, time_window text, version text)
    order by one.organization_id, one.place
  loop
    perform set_config('app.organization_id', asked.organization_id, true);
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
