-- What AI crawlers meet on a brand's own sites: the newest examination of each domain.
create table site_audit (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  domain text collate "C" not null,
  checked_at timestamptz not null,
  body jsonb not null,
  primary key (organization_id, brand_id, domain),
  foreign key (organization_id, brand_id) references brand on delete cascade
);
alter table site_audit enable row level security;
alter table site_audit force row level security;
create policy tenant on site_audit using (organization_id = nullif(current_setting('app.organization_id', true), ''))
  with check (organization_id = nullif(current_setting('app.organization_id', true), ''));
