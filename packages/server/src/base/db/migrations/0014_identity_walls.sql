-- A policy of a distributed table may hold no query (Citus). Where somebody works is read from their memberships, and each
-- organization as itself; all of them are listed once, by whoever sets the installation up.
drop policy self on organization;
drop policy unclaimed on organization;
create policy unclaimed on organization for select using (current_setting('app.installation', true) = 'unclaimed');
