-- Who follows the feed into a search index that processes share: each partition of the contexts has one process at a time.
create table retrieval.indexer (
  holder text collate "C" primary key,
  seen_at timestamptz not null
);

-- token grows with each holder: what an earlier one still sends is refused by it.
create table retrieval.index_partition (
  partition integer primary key,
  holder text collate "C" not null default '',
  token bigint not null default 0,
  until timestamptz not null default '-infinity'
);
insert into retrieval.index_partition (partition) select generate_series(0, 31);

alter table retrieval.indexer enable row level security;
alter table retrieval.indexer force row level security;
create policy every_context on retrieval.indexer using (nullif(current_setting('app.ctx', true), '') = '*');
alter table retrieval.index_partition enable row level security;
alter table retrieval.index_partition force row level security;
create policy every_context on retrieval.index_partition using (nullif(current_setting('app.ctx', true), '') = '*');
