-- What was counted of ctx at the last ANALYZE says nothing about a context that came since: the planner takes it for one row, and then
-- every index that begins with ctx for as good as the one that fits. One entity among thousands was looked up by its id by reading all
-- of them from an index of names. Names are only asked of what is not forgotten: indexes of those alone are out of reach for a lookup by
-- id that does not say so. A condition of its own keeps each from standing in for another.
drop index graph.entity_by_name;
drop index graph.entity_by_first_word;
drop index graph.entity_by_given;
create index entity_by_name on graph.entity (ctx, name_norm, type_norm) where forgotten_at is null;
create index entity_by_first_word on graph.entity (ctx, first_word) where first_word <> '' and forgotten_at is null;
create index entity_by_given on graph.entity (ctx, scope_set, given) where given <> '' and forgotten_at is null;
-- As in 0026: without statistics of ctx any context is taken for a two-hundredth of the table, and a link is looked up by the entity.
do $$
begin
  if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null then
    alter table graph.entity_merge alter column ctx set statistics 0;
    perform pg_clear_attribute_stats('graph', 'entity_merge', 'ctx', false);
  elsif (select reltuples < 0 from pg_class where oid = 'graph.entity_merge'::regclass) then
    alter table graph.entity_merge alter column ctx set statistics 0;
  end if;
end
$$;
