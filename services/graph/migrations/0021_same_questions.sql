-- Questions whether two entities are the same stand with the other uncertainties: entity_id is the newer one, other_id the older one ("" where it is
-- about values). Their key is '=', which no statement has.
alter table graph.uncertainty add column other_id text collate "C" not null default '';
alter table graph.uncertainty drop constraint uncertainty_reason_check;
alter table graph.uncertainty add constraint uncertainty_reason_check check (reason in ('no_leave_to_change', 'across_streams', 'maybe_same'));
create index uncertainty_by_other on graph.uncertainty (ctx, other_id) where other_id <> '';
