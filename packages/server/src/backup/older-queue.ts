/** The tables that kept jobs before `0040_jobs.sql`, which moves what is restored into them and drops them. */
export const OLDER_QUEUE = `
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id int primary key, identifier text not null);
  create table graphile_worker._private_job_queues (
    id int primary key, queue_name text not null, locked_at timestamptz, locked_by text);
  create table graphile_worker._private_jobs (
    id bigint primary key, job_queue_id int, task_id int not null, payload json not null, priority smallint not null,
    run_at timestamptz not null, attempts smallint not null, max_attempts smallint not null, last_error text,
    created_at timestamptz not null, updated_at timestamptz not null, key text, locked_at timestamptz, locked_by text,
    revision int not null, flags jsonb);
  create table graphile_worker._private_known_crontabs (
    identifier text primary key, known_since timestamptz not null, last_execution timestamptz);`
