-- What was returned is recognised only by who sees it: each fingerprint stands under the ScopeSet of its record, or of an answer made of several.
alter table graph.returned add column scope_set text collate "C" not null default '';
alter table graph.returned drop constraint returned_pkey;
alter table graph.returned add primary key (ctx, hash, scope_set);
