-- Documents, in the sections and chunks that recall finds, with their keywords and what links them.

-- One row for each document, of its latest version. known_at: when what it says became known (observed_at, else when the version
-- came). summary: the mean of its chunks' vectors.
create table graph.document (
  ctx text collate "C" not null,
  id text collate "C" not null,
  scope_set text collate "C" not null,
  title text not null,
  source text not null,
  mime_type text not null,
  filename text not null,
  content_hash text collate "C" not null,
  size_bytes bigint not null,
  version integer not null,
  status text not null check (status in
    ('queued', 'extracting', 'chunking', 'extracting_nodes', 'embedding', 'keywording', 'ready', 'failed')),
  error text not null,
  failed_stage text not null,
  attempts integer not null,
  labels text[] not null,
  observed_at timestamptz,
  known_at timestamptz not null,
  original_key text not null,
  pages integer not null,
  length integer not null,
  near_duplicate_of text collate "C" not null,
  language text not null,
  summary bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  processing_started_at timestamptz,
  processing_completed_at timestamptz,
  forgotten_at timestamptz,
  primary key (ctx, id)
);
create unique index document_content on graph.document (ctx, scope_set, content_hash) where forgotten_at is null;
create index document_created on graph.document (ctx, created_at) where forgotten_at is null;

-- Of the version that was read last: the next one's take their place. text: the path of headings and how the section begins.
create table graph.section (
  ctx text collate "C" not null,
  id text collate "C" not null,
  document_id text collate "C" not null,
  scope_set text collate "C" not null,
  position integer not null,
  heading text not null,
  heading_norm text collate "C" not null,
  path text not null,
  text text not null,
  level integer not null,
  char_start integer not null,
  char_end integer not null,
  page integer not null,
  known_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (ctx, id)
);
create index section_by_document on graph.section (ctx, document_id, position);

create table graph.chunk (
  ctx text collate "C" not null,
  id text collate "C" not null,
  document_id text collate "C" not null,
  section_id text collate "C" not null,
  scope_set text collate "C" not null,
  position integer not null,
  char_start integer not null,
  char_end integer not null,
  text text not null,
  content_hash text collate "C" not null,
  token_count integer not null,
  page integer not null,
  signature bytea not null,
  duplicate_of text collate "C" not null,
  extracted boolean not null,
  known_at timestamptz not null,
  recorded_at timestamptz not null,
  forgotten_at timestamptz,
  primary key (ctx, id)
);
create index chunk_by_document on graph.chunk (ctx, document_id, position);
create index chunk_by_section on graph.chunk (ctx, section_id, position);
create index chunk_by_original on graph.chunk (ctx, duplicate_of) where duplicate_of <> '';

-- Chunks that are no duplicates, by the bands of their signatures.
create table graph.chunk_band (
  ctx text collate "C" not null,
  scope_set text collate "C" not null,
  band bigint not null,
  chunk_id text collate "C" not null,
  primary key (ctx, scope_set, band, chunk_id)
);
create index chunk_band_by_chunk on graph.chunk_band (ctx, chunk_id);

create table graph.keyword (
  ctx text collate "C" not null,
  id text collate "C" not null,
  scope_set text collate "C" not null,
  normalised text collate "C" not null,
  text text not null,
  embedding bytea not null,
  primary key (ctx, id),
  unique (ctx, scope_set, normalised)
);
create index keyword_by_form on graph.keyword (ctx, normalised);

create table graph.document_keyword (
  ctx text collate "C" not null,
  document_id text collate "C" not null,
  keyword_id text collate "C" not null,
  score double precision not null,
  primary key (ctx, document_id, keyword_id)
);
create index document_keyword_by_keyword on graph.document_keyword (ctx, keyword_id);

create table graph.document_link (
  ctx text collate "C" not null,
  from_document text collate "C" not null,
  to_document text collate "C" not null,
  kind text collate "C" not null check (kind in ('knowledge_has_keyword', 'section_match', 'document_link', 'document_summary')),
  weight double precision not null,
  label text not null,
  primary key (ctx, from_document, to_document, kind)
);
create index document_link_by_target on graph.document_link (ctx, to_document);

-- Ids only, as a transaction across contexts sees all of it.
create table graph.unfinished_document (
  ctx text collate "C" not null,
  document_id text collate "C" not null,
  version integer not null,
  status text not null,
  touched_at timestamptz not null,
  primary key (ctx, document_id)
);
create index unfinished_document_touched on graph.unfinished_document (touched_at);

-- When what a document said was no longer in its newer version.
alter table graph.provenance add column retracted_at timestamptz;

do $$
declare
  name text;
begin
  foreach name in array array['document', 'section', 'chunk', 'chunk_band', 'keyword', 'document_keyword', 'document_link',
    'unfinished_document'] loop
    execute format('alter table graph.%I enable row level security', name);
    execute format('alter table graph.%I force row level security', name);
    execute format('create policy own_context on graph.%I using (ctx = nullif(current_setting(''app.ctx'', true), ''''))', name);
  end loop;
end
$$;
create policy every_context on graph.unfinished_document using (nullif(current_setting('app.ctx', true), '') = '*');
