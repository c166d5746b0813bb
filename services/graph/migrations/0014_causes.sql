-- The trace of the request that left work behind it: who does the work writes it down under that trace.
alter table graph.purged add column cause text collate "C" not null default '';
alter table graph.erased_words add column cause text collate "C" not null default '';
alter table graph.pending_extraction add column cause text collate "C" not null default '';
