-- Words of turns and chunks that were forgotten while the rest of their text stayed: they stand here, and a mark of the same length stands in
-- the text, so that no reader can show them. A purge leaves none. Offsets count UTF-16 units.
create table graph.withheld (
  ctx text collate "C" not null,
  record_id text collate "C" not null,
  span_start integer not null,
  text text not null,
  recorded_at timestamptz not null,
  primary key (ctx, record_id, span_start)
);
alter table graph.withheld enable row level security;
alter table graph.withheld force row level security;
create policy own_context on graph.withheld using (ctx = nullif(current_setting('app.ctx', true), ''));
