-- Who brought a change of grants in by an import: a principal, '' for management and for Loci itself; NULL for what was decided here.
alter table auth.grant_changes add column imported_by text collate "C";
