-- Every memory record with its three times. Every table's first key column is ctx, the context's id, and forced row-level security
-- holds a transaction to the context that it named (app.ctx), as a second wall under the explicit predicates.
-- After a transaction the setting is '' and not null, hence nullif: without a context no row is seen.
-- A text that is not there is '', a time that is not known is null.

create schema if not exists graph;

-- The change feed. Its counter is the last thing that a writing transaction touches, so seq is gapless and in the order of commits.
-- Who reconciles facts takes the counter's row lock before reading them: writers of facts in one context take turns.
create table graph.feed_head (
  ctx text collate "C" primary key,
  seq bigint not null
);

create table graph.feed (
  ctx text collate "C" not null,
  seq bigint not null,
  record_id text collate "C" not null,
  primary key (ctx, seq)
);

-- Selectors, each stored once under a hash of its canonical form. ord counts them without gaps (assigned under feed_head's lock), so
-- that a reader's cache asks only for what is newer.
create table graph.scope_set (
  ctx text collate "C" not null,
  key text collate "C" not null,
  ord bigint not null,
  clauses jsonb not null,
  primary key (ctx, key),
  unique (ctx, ord)
);

create table graph.session (
  ctx text collate "C" not null,
  id text collate "C" not null,
  scope_set text collate "C" not null,
  turns integer not null,
  recorded_at timestamptz not null,
  primary key (ctx, id)
);

create table graph.turn (
  ctx text collate "C" not null,
  id text collate "C" not null,
  session_id text collate "C" not null,
  seq integer not null,
  role text not null,
  speaker text not null,
  content text not null,
  labels text[] not null,
  scope_set text collate "C" not null,
  stream text not null,
  extraction text not null check (extraction in ('none', 'done', 'pending', 'failed')),
  chunk_id text collate "C" not null,
  known_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (ctx, id),
  unique (ctx, session_id, seq)
);
create unique index turn_by_chunk on graph.turn (ctx, chunk_id) where chunk_id <> '';

create table graph.entity (
  ctx text collate "C" not null,
  id text collate "C" not null,
  scope_set text collate "C" not null,
  type text not null,
  name text not null,
  type_norm text collate "C" not null,
  name_norm text collate "C" not null,
  first_word text collate "C" not null,
  memory_category text not null,
  importance double precision not null,
  known_at timestamptz not null,
  recorded_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (ctx, id),
  unique (ctx, scope_set, type_norm, name_norm)
);
create index entity_by_name on graph.entity (ctx, name_norm, type_norm);
create index entity_by_first_word on graph.entity (ctx, first_word);

create table graph.entity_alias (
  ctx text collate "C" not null,
  entity_id text collate "C" not null,
  name text not null,
  name_norm text collate "C" not null,
  turn_id text collate "C" not null,
  recorded_at timestamptz not null,
  primary key (ctx, entity_id, name_norm)
);
create index entity_alias_by_name on graph.entity_alias (ctx, name_norm);

-- Attributes and relations. valid_* is what was said; closed_valid_until is the end that a later statement gave it. revised_at is
-- the wall clock of the row's last change: with fact_version it tells what was believed on any day.
create table graph.fact (
  ctx text collate "C" not null,
  id text collate "C" not null,
  entity_id text collate "C" not null,
  key text collate "C" not null,
  value text not null,
  value_norm text not null,
  target_type text collate "C" not null,
  target_entity_id text collate "C" not null,
  stream text not null,
  memory_category text not null,
  confidence double precision not null,
  importance double precision not null,
  scope_set text collate "C" not null,
  labels text[] not null,
  known_at timestamptz not null,
  known_until timestamptz,
  valid_from timestamptz,
  valid_until timestamptz,
  valid_precision text not null,
  closed_valid_until timestamptz,
  recorded_at timestamptz not null,
  recorded_until timestamptz,
  revised_at timestamptz not null,
  supersedes text collate "C" not null,
  superseded_by text collate "C" not null,
  merged_into text collate "C" not null,
  quarantined boolean not null,
  primary key (ctx, id)
);
create index fact_by_entity on graph.fact (ctx, entity_id, key);
create index fact_by_target on graph.fact (ctx, target_entity_id) where target_entity_id <> '';

-- What a fact was before a change: its row from revised_at to replaced_at.
create table graph.fact_version (
  like graph.fact,
  replaced_at timestamptz not null
);
create index fact_version_by_id on graph.fact_version (ctx, id);
create index fact_version_by_entity on graph.fact_version (ctx, entity_id, key);
create index fact_version_by_target on graph.fact_version (ctx, target_entity_id) where target_entity_id <> '';

-- What each source said, as it was said: facts are what the rules make of these, in the order of known time. A negation has a
-- record here too, so that an older statement that arrives later is ended by it. An instruction's have no entity.
create table graph.provenance (
  ctx text collate "C" not null,
  id text collate "C" not null,
  fact_id text collate "C" not null,
  entity_id text collate "C" not null,
  key text collate "C" not null,
  scope_set text collate "C" not null,
  stream text not null,
  source text not null check (source in ('turn', 'caller')),
  turn_id text collate "C" not null,
  session_id text collate "C" not null,
  seq integer not null,
  span_start integer not null,
  span_end integer not null,
  value text not null,
  value_norm text not null,
  target_type text collate "C" not null,
  target_entity_id text collate "C" not null,
  negated boolean not null,
  changed boolean not null,
  quarantined boolean not null,
  memory_category text not null,
  confidence double precision not null,
  labels text[] not null,
  known_at timestamptz not null,
  valid_from timestamptz,
  valid_until timestamptz,
  valid_precision text not null,
  recorded_at timestamptz not null,
  primary key (ctx, id)
);
create index provenance_by_entity on graph.provenance (ctx, entity_id, key);
create index provenance_by_fact on graph.provenance (ctx, fact_id);
create index provenance_by_turn on graph.provenance (ctx, turn_id) where turn_id <> '';

create table graph.uncertainty (
  ctx text collate "C" not null,
  id text collate "C" not null,
  entity_id text collate "C" not null,
  key text collate "C" not null,
  scope_set text collate "C" not null,
  reason text not null check (reason in ('no_leave_to_change', 'across_streams')),
  status text not null check (status in ('open', 'resolved', 'withdrawn')),
  resolution text not null,
  recorded_at timestamptz not null,
  recorded_until timestamptz,
  primary key (ctx, id)
);
create unique index uncertainty_open on graph.uncertainty (ctx, entity_id, key) where status = 'open';
create index uncertainty_by_entity on graph.uncertainty (ctx, entity_id);

create table graph.uncertainty_candidate (
  ctx text collate "C" not null,
  uncertainty_id text collate "C" not null,
  fact_id text collate "C" not null,
  recorded_at timestamptz not null,
  recorded_until timestamptz,
  primary key (ctx, uncertainty_id, fact_id)
);
create index uncertainty_candidate_by_fact on graph.uncertainty_candidate (ctx, fact_id);

-- Active while known_until is null.
create table graph.instruction (
  ctx text collate "C" not null,
  id text collate "C" not null,
  label text collate "C" not null,
  description text not null,
  scope_set text collate "C" not null,
  labels text[] not null,
  known_at timestamptz not null,
  known_until timestamptz,
  recorded_at timestamptz not null,
  recorded_until timestamptz,
  superseded_by text collate "C" not null,
  merged_into text collate "C" not null,
  primary key (ctx, id)
);
create index instruction_by_label on graph.instruction (ctx, scope_set, label);

create table graph.decision (
  ctx text collate "C" not null,
  id text collate "C" not null,
  kind text not null check (kind in ('create', 'update', 'supersede')),
  rule text not null,
  record_id text collate "C" not null,
  turn_id text collate "C" not null,
  evidence jsonb not null,
  trace_id text not null,
  principal text not null,
  delegated text not null,
  recorded_at timestamptz not null,
  primary key (ctx, id)
);
create index decision_by_record on graph.decision (ctx, record_id);
create index decision_by_turn on graph.decision (ctx, turn_id) where turn_id <> '';

-- A context's own classes of keys; the built-in ones stand in code. The highest version is in force.
create table graph.vocabulary (
  ctx text collate "C" not null,
  version integer not null,
  keys jsonb not null,
  recorded_at timestamptz not null,
  primary key (ctx, version)
);

create table graph.embedding (
  ctx text collate "C" not null,
  record_id text collate "C" not null,
  vector bytea not null,
  primary key (ctx, record_id)
);

-- The answer of an operation that its caller may repeat, stored in the operation's own transaction.
create table graph.operation (
  ctx text collate "C" not null,
  principal text collate "C" not null,
  delegated text collate "C" not null,
  operation_id text collate "C" not null,
  hash bytea not null,
  response jsonb,
  recorded_at timestamptz not null,
  primary key (ctx, principal, delegated, operation_id)
);

-- Ids only, as a transaction across contexts sees all of it; contents are read in each context.
create table graph.pending_extraction (
  ctx text collate "C" not null,
  turn_id text collate "C" not null,
  attempts integer not null,
  due_at timestamptz not null,
  primary key (ctx, turn_id)
);
create index pending_extraction_due on graph.pending_extraction (due_at);

-- What holds for the whole deployment: one row, under the context '*', which only a transaction across contexts names.
create table graph.deployment (
  ctx text collate "C" primary key default '*' check (ctx = '*'),
  embedding_provider text not null,
  embedding_model text not null,
  embedding_dimension integer not null,
  embedding_normalised boolean not null,
  recorded_at timestamptz not null
);

do $$
declare
  name text;
begin
  for name in select tablename from pg_tables where schemaname = 'graph' loop
    execute format('alter table graph.%I enable row level security', name);
    execute format('alter table graph.%I force row level security', name);
    execute format('create policy own_context on graph.%I using (ctx = nullif(current_setting(''app.ctx'', true), ''''))', name);
  end loop;
end
$$;
create policy every_context on graph.pending_extraction using (nullif(current_setting('app.ctx', true), '') = '*');
