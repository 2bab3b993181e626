-- Which sender took a delivery. While it lives it holds an advisory lock of this name: what a dead one took is free at once.
alter table delivery add column claimed_by text;
