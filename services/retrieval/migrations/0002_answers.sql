-- What lists and statistics ask of traces stands in columns; they are made of the body, so traces from before have them too.
alter table retrieval.trace
  add column kind text not null generated always as (coalesce(nullif(body ->> 'kind', ''), 'retrieval')) stored,
  add column key_id text not null generated always as (coalesce(body ->> 'keyId', '')) stored,
  add column session_id text not null generated always as (coalesce(body ->> 'sessionId', '')) stored,
  add column tier text not null generated always as (coalesce(body ->> 'tier', '')) stored,
  add column latency_ms float8 not null generated always as (coalesce((body ->> 'latencyMs')::float8, 0)) stored,
  add column candidates int not null generated always as (coalesce((body ->> 'retrievedCount')::int, 0)) stored,
  add column cached boolean not null generated always as (coalesce((body ->> 'cached')::boolean, false)) stored,
  add column degraded boolean not null generated always as (coalesce(jsonb_array_length(body -> 'degraded'), 0) > 0) stored,
  add column hit_ids jsonb not null generated always as (coalesce(jsonb_path_query_array(body, '$.hits[*].id'), '[]')) stored,
  -- The turns that a response's question and text were stored as: when they are purged, the trace's copies go too.
  add column turn_ids text[] not null default '{}',
  -- The selector that the question ranged over.
  add column lens jsonb not null default '[["/"]]';
