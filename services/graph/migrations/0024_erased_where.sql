-- The selectors that the records of an erasure had: its fingerprints are salted with each, so that of a trace only those are compared whose
-- records its reader could see. Empty for an erasure of an earlier release, of which the salt is the receipt alone.
alter table graph.erased_words add column scope_sets jsonb not null default '[]';
