-- What else is in an uncertainty beside its own selector: the selectors of wider documents that disagree. Who does not see these too is not told
-- of it, as values could be tried until nothing disagrees. Those from before have none until they are decided again.
alter table graph.uncertainty add column beside text[] collate "C" not null default '{}';
