-- The end of records, and what is kept of them.

-- An entity that was forgotten does not hold its name: what is said of it anew is of a new one.
alter table graph.entity drop constraint entity_ctx_scope_set_type_norm_name_norm_key;
create unique index entity_named on graph.entity (ctx, scope_set, type_norm, name_norm) where forgotten_at is null;

-- derived: concluded from other facts, a group of its own that never competes with what was said. decayed_at and reinforced_at: when
-- the importance was last changed, and why.
alter table graph.fact
  add column derived boolean not null default false,
  add column decayed_at timestamptz,
  add column reinforced_at timestamptz;
alter table graph.fact_version
  add column derived boolean not null default false,
  add column decayed_at timestamptz,
  add column reinforced_at timestamptz;

create index provenance_by_target on graph.provenance (ctx, target_entity_id) where target_entity_id <> '';
create index provenance_derived on graph.provenance (ctx, fact_id) where source = 'derived';

-- Ids that were erased for good: whoever derived something from one drops it.
create table graph.purged (
  ctx text collate "C" not null,
  id text collate "C" not null,
  recorded_at timestamptz not null,
  primary key (ctx, id)
);
create index purged_recorded on graph.purged (recorded_at, ctx, id);

-- What the audit keeps of an erasure: no content, no ids.
create table graph.receipt (
  ctx text collate "C" not null,
  id text collate "C" not null,
  principal text collate "C" not null,
  delegated text collate "C" not null,
  key_id text collate "C" not null,
  trace_id text not null,
  erased jsonb not null,
  hash text not null,
  recorded_at timestamptz not null,
  primary key (ctx, id)
);

-- Fingerprints (SHA-256 of a normalised text) of what is not to be learned again under its ScopeSet.
create table graph.forgotten_text (
  ctx text collate "C" not null,
  scope_set text collate "C" not null,
  hash text collate "C" not null,
  recorded_at timestamptz not null,
  primary key (ctx, scope_set, hash)
);

-- Fingerprints of what the service returned, whole or in part; a reply is a whole text in the service's own words.
create table graph.returned (
  ctx text collate "C" not null,
  hash text collate "C" not null,
  is_reply boolean not null,
  returned_at timestamptz not null,
  primary key (ctx, hash)
);
create index returned_at on graph.returned (ctx, returned_at);

-- When something was last derived from what is known of an entity.
create table graph.derivation (
  ctx text collate "C" not null,
  entity_id text collate "C" not null,
  purpose text not null,
  recorded_at timestamptz not null,
  primary key (ctx, entity_id, purpose)
);

do $$
declare
  name text;
begin
  foreach name in array array['purged', 'receipt', 'forgotten_text', 'returned', 'derivation'] loop
    execute format('alter table graph.%I enable row level security', name);
    execute format('alter table graph.%I force row level security', name);
    execute format('create policy own_context on graph.%I using (ctx = nullif(current_setting(''app.ctx'', true), ''''))', name);
  end loop;
end
$$;
-- Ids only.
create policy every_context on graph.purged using (nullif(current_setting('app.ctx', true), '') = '*');
