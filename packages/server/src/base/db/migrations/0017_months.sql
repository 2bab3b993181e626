-- What grows with every answer and delivery lies in a table a month, by the instant that its id carries. The rows that are
-- there stay where they are: each table becomes the first part of one of its own name, and nothing is copied.
--
-- Parts live in a schema of their own, where the application has no rights: it reaches them through their table only, and
-- each has the tenants' wall too. Of foreign keys only an attempt's and a judgement's point at
-- what has parts.

create schema months;

-- The lowest id that can be made at an instant: 48 bits of milliseconds are the first ten digits of a TypeID.
create function id_floor(prefix text, at timestamptz) returns text language sql immutable parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((floor(extract(epoch from at) * 1000)::bigint >> (5 * digit)) & 31)::int, 1),
    '' order by digit desc)
  from generate_series(0, 9) as digit
$$;

create function monthly_tables() returns table (name text, key text, prefix text) language sql immutable as $$
  values ('answer', 'id', 'ans'), ('observation', 'answer_id', 'ans'), ('source_use', 'answer_id', 'ans'),
         ('delivery', 'id', 'dlv'), ('delivery_attempt', 'delivery_id', 'dlv')
$$;

create function wall(part text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', part);
  execute format('alter table %s force row level security', part);
  execute format(
    'create policy tenant on %s using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))', part);
end $$;

-- Makes the parts of this month and of some months to come, for every table. Nobody waits for it: a part is made apart and
-- then attached. What was written before its month had a part lies in the part for what nobody foresaw, and is moved.
create function ensure_months(ahead int) returns int language plpgsql as $$
declare
  monthly record;
  month timestamp;
  part text;
  from_id text;
  to_id text;
  cut text;
  made int := 0;
begin
  perform pg_advisory_xact_lock(771003);
  for monthly in select * from monthly_tables() loop
    select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)') into cut
      from pg_class c where c.oid = to_regclass('months.' || monthly.name || '_before');
    for number in 0 .. ahead loop
      month := date_trunc('month', now() at time zone 'UTC') + number * interval '1 month';
      part := format('months.%I', monthly.name || to_char(month, '_YYYY_MM'));
      from_id := id_floor(monthly.prefix, month at time zone 'UTC');
      to_id := id_floor(monthly.prefix, (month + interval '1 month') at time zone 'UTC');
      continue when to_regclass(part) is not null or from_id collate "C" < coalesce(cut, '') collate "C";
      execute format('create table %s (like public.%I including all)', part, monthly.name);
      perform wall(part);
      -- Its owner is not above the wall: taken down on what nobody foresaw while its rows are moved, in this transaction.
      execute format('alter table months.%I no force row level security', monthly.name || '_unforeseen');
      execute format('alter table %s no force row level security', part);
      execute format('with moved as (delete from months.%I where %I >= %L and %I < %L returning *) insert into %s select * from moved',
        monthly.name || '_unforeseen', monthly.key, from_id, monthly.key, to_id, part);
      execute format('alter table %s force row level security', part);
      execute format('alter table months.%I force row level security', monthly.name || '_unforeseen');
      execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', monthly.name, part, from_id, to_id);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Drops parts of months gone by that hold no row any more. @returns their names
create function drop_empty_months(before date) returns text[] language plpgsql as $$
declare
  part record;
  has_rows boolean;
  dropped text[] := '{}';
begin
  for part in
    select c.relname as name, monthly.name as of from monthly_tables() monthly
    join pg_class c on c.relnamespace = 'months'::regnamespace and c.relispartition and c.relkind = 'r'
    where case when c.relname ~ ('^' || monthly.name || '_\d{4}_\d\d$')
      then to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before end
    -- attempts before their deliveries, which they point at
    order by monthly.name desc, c.relname
  loop
    execute format('lock table months.%I in access exclusive mode', part.name);
    execute format('alter table months.%I no force row level security', part.name);
    execute format('select exists (select from months.%I)', part.name) into has_rows;
    execute format('alter table months.%I force row level security', part.name);
    continue when has_rows;
    execute format('alter table public.%I detach partition months.%I', part.of, part.name);
    execute format('drop table months.%I', part.name);
    dropped := dropped || part.name::text;
  end loop;
  return dropped;
end $$;

-- Two imports of one organization take turns by its lock, so that external ids need no unique index; a unique index would
-- have to contain the key of the parts.
drop index answer_external;
alter table observation drop constraint observation_organization_id_answer_id_fkey;
alter table source_use drop constraint source_use_organization_id_answer_id_fkey;
alter table delivery_attempt drop constraint delivery_attempt_organization_id_delivery_id_fkey;
alter table judgement drop constraint judgement_organization_id_answer_id_fkey;

do $$
declare
  monthly record;
  month timestamp;
  is_later boolean;
  definition text;
  definitions text[];
begin
  for monthly in select * from monthly_tables() loop
    select array_agg(pg_get_indexdef(i.indexrelid)) into definitions from pg_index i
      where i.indrelid = monthly.name::regclass and not i.indisprimary;
    execute format('alter table %I set schema months', monthly.name);
    execute format('alter table months.%I rename to %I', monthly.name, monthly.name || '_before');
    execute format('create table public.%I (like months.%I including all excluding indexes) partition by range (%I)',
      monthly.name, monthly.name || '_before', monthly.key);
    select format('alter table public.%I add %s', monthly.name, pg_get_constraintdef(k.oid)) into definition from pg_constraint k
      where k.conrelid = ('months.' || monthly.name || '_before')::regclass and k.contype = 'p';
    execute definition;
    foreach definition in array coalesce(definitions, '{}') loop execute definition; end loop;
    perform wall(format('public.%I', monthly.name));
    -- Up to the first month that no row reaches; the wall would hide the rows from an owner who is no superuser.
    execute format('alter table months.%I no force row level security', monthly.name || '_before');
    month := date_trunc('month', now() at time zone 'UTC');
    loop
      execute format('select exists (select from months.%I where %I >= %L)', monthly.name || '_before', monthly.key,
        id_floor(monthly.prefix, month at time zone 'UTC')) into is_later;
      exit when not is_later;
      month := month + interval '1 month';
    end loop;
    execute format('alter table months.%I force row level security', monthly.name || '_before');
    execute format('alter table public.%I attach partition months.%I for values from (minvalue) to (%L)',
      monthly.name, monthly.name || '_before', id_floor(monthly.prefix, month at time zone 'UTC'));
    execute format('create table months.%I partition of public.%I default', monthly.name || '_unforeseen', monthly.name);
    perform wall(format('months.%I', monthly.name || '_unforeseen'));
  end loop;
end $$;

create index answer_external on answer (organization_id, brand_id, external_id) where external_id is not null;
alter table answer add foreign key (organization_id, brand_id) references brand on delete cascade;
alter table observation add foreign key (organization_id, brand_id) references brand on delete cascade;
alter table source_use add foreign key (organization_id, brand_id) references brand on delete cascade;
alter table delivery add foreign key (organization_id, webhook_id) references webhook on delete cascade;
alter table delivery_attempt add foreign key (organization_id, delivery_id) references delivery on delete cascade;
alter table judgement add foreign key (organization_id, answer_id) references answer on delete cascade;

select ensure_months(2);

-- Answers of earlier days may be gone, as the plan keeps them no longer: what was counted of those days stands.
alter table organization add column answers_since date;
