-- How many contradictions are open over all contexts, and since when: for metrics. Only a transaction across contexts sees that much, and
-- it may read only.
create policy every_context on graph.uncertainty for select using (nullif(current_setting('app.ctx', true), '') = '*');
create index uncertainty_waiting on graph.uncertainty (recorded_at) where status = 'open';
