-- The job queue (base/queue). Local to the coordinator on Citus.
create table job (
  id bigint generated always as identity primary key,
  task text not null,
  organization_id text collate "C",
  payload jsonb not null,
  -- At most one waiting job has this key.
  key text,
  -- Jobs of one queue run one at a time.
  queue text,
  priority integer not null default 0,
  run_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Claims that ended in a failure, and the one that is running.
  attempts integer not null default 0,
  last_error text,
  claimed_by text,
  claimed_at timestamptz,
  -- Claims in a row whose worker died or hung.
  losses integer not null default 0,
  -- Set aside: claimed too often without an end.
  poisoned_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null)),
  check (poisoned_at is null or claimed_by is null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

create unique index job_key_waiting on job (key) where claimed_by is null and poisoned_at is null;
create unique index job_queue_claimed on job (queue) where claimed_by is not null;
-- What is due for a task.
create index job_due on job (task, priority, run_at) where claimed_by is null and poisoned_at is null;
-- How many jobs of a task an organization has waiting.
create index job_of_organization on job (organization_id, task) where claimed_by is null and poisoned_at is null;
create index job_claimed on job (claimed_by, claimed_at) where claimed_by is not null;
create index job_poisoned on job (poisoned_at) where poisoned_at is not null;

-- A tenant sees its own jobs; workers, which name no tenant, see all of them.
alter table job enable row level security;
alter table job force row level security;
create policy tenant on job
  using (nullif(current_setting('app.organization_id', true), '') is null
    or organization_id is null or organization_id = current_setting('app.organization_id', true))
  with check (nullif(current_setting('app.organization_id', true), '') is null
    or organization_id is null or organization_id = current_setting('app.organization_id', true));

-- Jobs of a version that kept them in the tables of a library. One that was being done is done again, as after any restart;
-- one whose place another has taken is dropped.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  lock table graphile_worker._private_jobs in access exclusive mode;
  insert into job (task, organization_id, payload, key, queue, priority, run_at, created_at, attempts, last_error)
  select task.identifier, old.payload->>'organizationId', old.payload::jsonb, old.key, queue.queue_name, old.priority, old.run_at,
    old.created_at, old.attempts, old.last_error
  from graphile_worker._private_jobs old
  join graphile_worker._private_tasks task on task.id = old.task_id
  left join graphile_worker._private_job_queues queue on queue.id = old.job_queue_id
  where old.attempts < old.max_attempts
  order by old.id;
end $$;
drop schema if exists graphile_worker cascade;
