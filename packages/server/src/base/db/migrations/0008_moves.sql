-- What is known of competitors' moves, so that each is told once.

-- On which side of the brand a competitor stands, as it was last certain.
create table competitor_standing (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  competitor_id text collate "C" not null,
  standing text not null check (standing in ('above', 'below')),
  since date not null,
  -- stands for the names, prompts, platforms and weights it was measured with
  panel text not null,
  primary key (organization_id, brand_id, competitor_id),
  foreign key (organization_id, brand_id) references brand on delete cascade,
  foreign key (organization_id, competitor_id) references competitor on delete cascade
);

-- A move of score or share of voice that was told, and until when it was seen going on.
create table competitor_situation (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  fingerprint text collate "C" not null,
  competitor_id text collate "C" not null,
  move text not null check (move in ('score_moved', 'sov_moved')),
  direction text not null check (direction in ('up', 'down')),
  began date not null,
  last_seen date not null,
  primary key (organization_id, brand_id, fingerprint),
  foreign key (organization_id, brand_id) references brand on delete cascade,
  foreign key (organization_id, competitor_id) references competitor on delete cascade
);
create index competitor_situation_seen on competitor_situation (organization_id, brand_id, last_seen);

-- Names that are no news: tracked at some time, or told as a new entrant. Folded, so that writings of one name are one.
create table known_name (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  name_key text collate "C" not null,
  since date not null,
  primary key (organization_id, brand_id, name_key),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['competitor_standing', 'competitor_situation', 'known_name'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
        with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))',
      tenant_table);
  end loop;
end $$;
