-- What was counted of ctx at the last ANALYZE says nothing about a context that came since: the planner takes it for one row, and then
-- every index that begins with ctx for as good as the one that fits. A document's thousands of chunks were each looked up by reading all
-- of them. Without statistics of ctx any context is taken for a two-hundredth of the table, however it grew since.
do $$
declare
  name text;
begin
  foreach name in array array['section', 'chunk', 'chunk_band'] loop
    if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null then
      execute format('alter table graph.%I alter column ctx set statistics 0', name);
      execute format('select pg_clear_attribute_stats(%L, %L, %L, false)', 'graph', name, 'ctx');
    elsif (select reltuples < 0 from pg_class where oid = format('graph.%I', name)::regclass) then
      -- An older server: only where nothing was counted yet, as old counts would stay for ever. It has an autovacuum, and more than one thread.
      execute format('alter table graph.%I alter column ctx set statistics 0', name);
    end if;
  end loop;
end
$$;
