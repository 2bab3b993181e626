-- Whether a brand has a run that has not ended is asked after every batch of answers: without this, of all its runs.
create index run_open on run (organization_id, brand_id) where status in ('planned', 'running');
