-- Answers to requests that may be repeated, where the service that has the effect keeps none itself. sealed is encrypted under the
-- caller's own secret; null while the request is under way, for as long as its lease.
create table graph.reservation (
  ctx text collate "C" not null,
  principal text collate "C" not null,
  delegated text collate "C" not null,
  operation_id text collate "C" not null,
  hash bytea not null,
  lease_until timestamptz not null,
  sealed bytea,
  recorded_at timestamptz not null,
  primary key (ctx, principal, delegated, operation_id)
);
create index reservation_recorded on graph.reservation (ctx, recorded_at);
alter table graph.reservation enable row level security;
alter table graph.reservation force row level security;
create policy own_context on graph.reservation using (ctx = nullif(current_setting('app.ctx', true), ''));
