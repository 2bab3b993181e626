-- Advice drawn from a brand's answers, and what became of it.

create table recommendation (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  brand_id text collate "C" not null,
  -- which detector found it, and about what: the same situation is the same row at every scoring
  kind text collate "C" not null,
  subject text collate "C" not null,
  status text not null check (status in ('new', 'accepted', 'in_progress', 'done', 'dismissed', 'expired')),
  status_changed_at timestamptz not null,
  -- why it was dismissed
  reason text,
  title text not null,
  summary text not null,
  effort text not null check (effort in ('low', 'medium', 'high')),
  estimated_lift integer not null check (estimated_lift between 0 and 100),
  lift_low double precision not null,
  lift_high double precision not null,
  success_rate double precision not null,
  time_window text not null,
  from_day date not null,
  to_day date not null,
  answers integer not null,
  platforms text[] not null,
  is_simulated boolean not null,
  -- as the API tells it
  evidence jsonb not null,
  -- prompt × platform pairs it is about, those that bring most first
  cells jsonb not null,
  cell_count integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when its evidence was last found
  seen_at timestamptz not null,
  done_at timestamptz,
  -- as the API tells it; null until it can be measured
  measured_lift jsonb,
  -- from the organization's change clock
  changed_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
-- Once it is done, the same situation may come again under another id. A subject may be an address longer than an index takes.
create unique index recommendation_situation on recommendation (organization_id, brand_id, kind, md5(subject)) where status <> 'done';
create index recommendation_of_brand on recommendation (organization_id, brand_id, status);
create index recommendation_changed on recommendation (organization_id, changed_at, id);

alter table recommendation enable row level security;
alter table recommendation force row level security;
create policy tenant on recommendation using (organization_id = nullif(current_setting('app.organization_id', true), ''))
  with check (organization_id = nullif(current_setting('app.organization_id', true), ''));
