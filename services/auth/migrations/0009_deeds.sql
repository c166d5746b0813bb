-- What somebody did that authority hangs on, noted in the transaction that did it: the audit gets a row of it also where the process ended
-- before it could write one. Dropped within minutes, when the audit has its row.
create table auth.deed (
  ctx text collate "C" not null,
  id text collate "C" not null,
  noted_at timestamptz not null,
  operation text not null,
  path text not null,
  principal text not null,
  delegated text not null,
  key_id text not null,
  trace_id text not null,
  region text[] collate "C" not null,
  primary key (ctx, id)
);
create index deed_noted on auth.deed (noted_at, id);
alter table auth.deed enable row level security;
alter table auth.deed force row level security;
create policy own_context on auth.deed using (ctx = nullif(current_setting('app.ctx', true), ''));
-- Who sees to the rows sees the deeds of all contexts.
create policy every_context on auth.deed using (nullif(current_setting('app.ctx', true), '') = '*');
