-- Whose event a delivery tells of: a subscription may be narrowed to other brands, and who may see it then must not see what
-- it told before. Null: from before this column; the event says it, a test's brand is not known.
alter table delivery add column brand_id text collate "C";
