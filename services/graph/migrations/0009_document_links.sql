-- What one document has in common with the others of its ScopeSet is looked up, however many there are.
create index section_by_heading on graph.section (ctx, scope_set, heading_norm, document_id) where heading_norm <> '';
create index chunk_newest on graph.chunk (ctx, scope_set, id) where forgotten_at is null;
create index document_newest on graph.document (ctx, scope_set, created_at, id) where forgotten_at is null;
