-- The tables that live queries of a process watch, as long as it says so. Whoever writes to one sees it with the definitions, whose version it changes.
create table database.live_watch (
  definition bigint not null references database.definition on delete cascade,
  process uuid not null,
  until timestamptz not null,
  primary key (definition, process)
);

-- What a transaction changed in watched tables: NOTIFY tells its number, for which alone it has room.
create table database.live_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  changes jsonb not null
);
create index live_change_at on database.live_change (at);
