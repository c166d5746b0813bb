-- Names, and what a person decided about them and about the values of a key.

-- An alias that was taken back stays, so that a look back still follows it.
alter table graph.entity_alias add column recorded_until timestamptz, add column ended_by text collate "C" not null default '';

-- Two names asserted to be the same: a row for each entity that is linked by it. It only links: every fact keeps its own entity, so
-- that undoing it loses nothing.
create table graph.entity_merge (
  ctx text collate "C" not null,
  id text collate "C" not null,
  kept_id text collate "C" not null,
  merged_id text collate "C" not null,
  reason text not null,
  principal text collate "C" not null,
  recorded_at timestamptz not null,
  recorded_until timestamptz,
  undone_by text collate "C" not null,
  undo_reason text not null,
  primary key (ctx, id, merged_id)
);
create index entity_merge_by_kept on graph.entity_merge (ctx, kept_id);
create index entity_merge_by_merged on graph.entity_merge (ctx, merged_id);
alter table graph.entity_merge enable row level security;
alter table graph.entity_merge force row level security;
create policy own_context on graph.entity_merge using (ctx = nullif(current_setting('app.ctx', true), ''));

-- The decision of a person or agent of which a statement is part: an uncertainty's id, or for a correction the statement's own.
alter table graph.provenance add column ruling text collate "C" not null default '';
