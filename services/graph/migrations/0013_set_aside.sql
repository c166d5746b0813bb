-- Texts whose reading had to be ended again and again: they are kept as text, and read again when somebody asks for it.

alter table graph.turn drop constraint turn_extraction_check;
alter table graph.turn add constraint turn_extraction_check
  check (extraction in ('none', 'done', 'pending', 'failed', 'silent', 'set_aside'));

-- unanswered: claims in a row of which nothing was heard, this one included: counted before the reading begins, so that a process that
-- dies over a text has counted it. endings: how often the reading itself had to be ended.
alter table graph.pending_extraction add column unanswered integer not null default 0;
alter table graph.pending_extraction add column endings integer not null default 0;

-- A chunk that is set aside counts as extracted, until its document is tried again.
alter table graph.chunk add column set_aside boolean not null default false;
create index chunk_set_aside on graph.chunk (ctx, document_id) where set_aside;
