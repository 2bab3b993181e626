-- As in 0017, but the walls of a part and of what nobody foresaw stay down until the part is attached: on Citus attaching
-- sends its rows to the workers by COPY, which PostgreSQL refuses to whom row-level security holds.
create or replace function ensure_months(ahead int) returns int language plpgsql as $$
declare
  monthly record;
  month timestamp;
  part text;
  unforeseen text;
  from_id text;
  to_id text;
  cut text;
  made int := 0;
begin
  perform pg_advisory_xact_lock(771003);
  for monthly in select * from monthly_tables() loop
    select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)') into cut
      from pg_class c where c.oid = to_regclass('months.' || monthly.name || '_before');
    unforeseen := format('months.%I', monthly.name || '_unforeseen');
    for number in 0 .. ahead loop
      month := date_trunc('month', now() at time zone 'UTC') + number * interval '1 month';
      part := format('months.%I', monthly.name || to_char(month, '_YYYY_MM'));
      from_id := id_floor(monthly.prefix, month at time zone 'UTC');
      to_id := id_floor(monthly.prefix, (month + interval '1 month') at time zone 'UTC');
      continue when to_regclass(part) is not null or from_id collate "C" < coalesce(cut, '') collate "C";
      execute format('create table %s (like public.%I including all)', part, monthly.name);
      perform wall(part);
      execute format('alter table %s no force row level security', unforeseen);
      execute format('alter table %s no force row level security', part);
      execute format('with moved as (delete from %s where %I >= %L and %I < %L returning *) insert into %s select * from moved',
        unforeseen, monthly.key, from_id, monthly.key, to_id, part);
      execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', monthly.name, part, from_id, to_id);
      execute format('alter table %s force row level security', part);
      execute format('alter table %s force row level security', unforeseen);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;
