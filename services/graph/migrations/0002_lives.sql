-- What a record goes through after it was stored. forgotten_at: nobody sees it again, whatever time is asked for. expired_at: its
-- life ended by the context's rules; the present does not show it, the past does.

alter table graph.fact add column expired_at timestamptz, add column forgotten_at timestamptz;
alter table graph.fact_version add column expired_at timestamptz, add column forgotten_at timestamptz;
alter table graph.turn add column expired_at timestamptz, add column forgotten_at timestamptz;
alter table graph.entity add column expired_at timestamptz, add column forgotten_at timestamptz;
alter table graph.instruction add column expired_at timestamptz, add column forgotten_at timestamptz;
alter table graph.entity_alias add column principal text collate "C" not null default '', add column reason text not null default '';

-- A session is deleted by marking it: its id stays taken.
alter table graph.session
  add column metadata jsonb not null default '{}',
  add column last_turn_at timestamptz,
  add column deleted_at timestamptz;
create index session_recorded on graph.session (ctx, recorded_at);

-- A turn that is silent is no passage: a question in a chat, the service's own reply. own: the service said it.
alter table graph.turn drop constraint turn_extraction_check;
alter table graph.turn add constraint turn_extraction_check check (extraction in ('none', 'done', 'pending', 'failed', 'silent'));
alter table graph.turn add column own boolean not null default false;

-- Where a statement comes from: a turn, a chunk of a document, the caller itself (who gives a reason where it decides), or other facts.
-- One that is withdrawn (its source was forgotten) no longer counts when its key is reconciled again.
alter table graph.provenance drop constraint provenance_source_check;
alter table graph.provenance add constraint provenance_source_check check (source in ('turn', 'chunk', 'caller', 'derived'));
alter table graph.provenance
  add column document_id text collate "C" not null default '',
  add column chunk_id text collate "C" not null default '',
  add column principal text collate "C" not null default '',
  add column reason text not null default '',
  add column evidence text[] not null default '{}',
  add column withdrawn_at timestamptz;
create index provenance_by_chunk on graph.provenance (ctx, chunk_id) where chunk_id <> '';
create index provenance_by_document on graph.provenance (ctx, document_id) where document_id <> '';

-- Who is to settle it, and how it was settled by hand.
alter table graph.uncertainty
  add column owner text collate "C" not null default '',
  add column resolution_reason text not null default '',
  add column resolved_by text collate "C" not null default '',
  add column chosen text[] not null default '{}';
create index uncertainty_by_status on graph.uncertainty (ctx, status, recorded_at);

alter table graph.decision add column key_id text collate "C" not null default '';
create index decision_recorded on graph.decision (ctx, recorded_at);
create index decision_by_trace on graph.decision (ctx, trace_id) where trace_id <> '';
