-- What answers draw on: their sources and the platforms' own searches.
--
-- An answer has 5 to 30 sources, and the same pages come again every day. So a page is kept once a brand with all that is
-- said of it, and an answer keeps an array of pages: about 0.9 kB an answer with its indexes, against 6 kB for a row a
-- source that repeats four ids and the address.

-- Stamps the changes of one organization in the order in which they are committed: who takes a stamp holds the row until
-- the end of its transaction, so no stamp ever appears below one that a reader has seen.
create table change_clock (
  organization_id text collate "C" primary key references organization on delete cascade,
  -- whole milliseconds, as an instant of the API carries no more
  changed_at timestamptz not null
);

create table source_page (
  organization_id text collate "C" not null,
  brand_id text collate "C" not null,
  -- the first half of the SHA-256 of address and host
  page_id uuid not null,
  -- null: the platform told the site only, behind a redirect of its own
  url text,
  -- host without www.
  domain text collate "C" not null,
  -- registrable domain
  site text collate "C" not null,
  -- as last told
  title text,
  owner text not null check (owner in ('own', 'competitor', 'third_party')),
  -- whose page it is by the domains of the brand and its competitors; null for a third party's
  entity_id text collate "C",
  primary key (organization_id, brand_id, page_id),
  foreign key (organization_id, brand_id) references brand on delete cascade
);

-- One row a valid answer, also one that has no source: what shares are shares of.
create table source_use (
  organization_id text collate "C" not null,
  answer_id text collate "C" not null,
  brand_id text collate "C" not null,
  prompt_id text collate "C" not null,
  platform text collate "C" not null,
  day date not null,
  -- pages that the text points at, and how often it points at each
  cited uuid[] not null,
  cited_times smallint[] not null,
  -- pages that were only shown or consulted
  listed uuid[] not null,
  -- null: the platform never tells
  searches text[],
  changed_at timestamptz not null,
  primary key (organization_id, answer_id),
  foreign key (organization_id, answer_id) references answer on delete cascade
);
create index source_use_of_day on source_use (organization_id, brand_id, day);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['change_clock', 'source_page', 'source_use'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))
       with check (organization_id = nullif(current_setting(''app.organization_id'', true), ''''))', tenant_table);
  end loop;
end $$;
