-- An answer that could not be read within its limits of time and memory: why. It is counted apart, and can be read again.
alter table observation add column unreadable text;
alter table rollup add column unreadable integer not null default 0;

-- A score is sent as it stands: those that are kept tell the count too, though it is 0. The wall holds for the owner as well.
alter table current_score no force row level security;
update current_score set score = regexp_replace(score, '("failed":\d+)\}', '\1,"unreadable":0}', 'g');
alter table current_score force row level security;
