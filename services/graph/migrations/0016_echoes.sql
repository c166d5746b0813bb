-- The parts of a turn that the service itself had returned before ("12-40 55-80", UTF-16 places): its session shows them, its passage does not.
alter table graph.turn add column echoes text not null default '';
-- Who vouches for a statement: what one says again makes nothing surer. "" for statements from before, each a witness of its own.
alter table graph.provenance add column witness text not null default '';
