-- Pages that were once exported of an answer, and are no longer: told as deleted. An answer that cannot be read any more
-- loses all of its own.
alter table source_use add column dropped_pages uuid[] not null default '{}';
