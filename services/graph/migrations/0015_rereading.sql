-- How far a context's passages were read again after the reader changed: a reading that was stopped goes on there.
create table graph.rereading (
  ctx text collate "C" not null,
  place text not null,
  recorded_at timestamptz not null,
  primary key (ctx)
);
alter table graph.rereading enable row level security;
alter table graph.rereading force row level security;
create policy own_context on graph.rereading using (ctx = nullif(current_setting('app.ctx', true), ''));

-- Turns in the order of their sessions, for a page of them.
create index turn_read on graph.turn (ctx, session_id, seq) where extraction = 'done' and forgotten_at is null;
