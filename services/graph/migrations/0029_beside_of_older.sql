-- Uncertainties from before 0028 name nothing beside themselves. The selectors of their candidates are known. What disagrees with one
-- candidate alone was denied somewhere, and no selector tells where: '' is of no record, so that only who sees everything is told of it
-- until it is decided again. The tables' owner is held to row-level security too, and no context is named here.
alter table graph.uncertainty no force row level security;
alter table graph.uncertainty_candidate no force row level security;
alter table graph.fact no force row level security;
update graph.uncertainty u set beside = case when s.others = '{}' then array[''] else s.others end
  from (select w.ctx, w.id, count(distinct f.id) filter (where f.scope_set = w.scope_set) as own,
      coalesce(array_agg(distinct f.scope_set) filter (where f.scope_set <> w.scope_set), '{}') as others
    from graph.uncertainty w left join graph.uncertainty_candidate c on c.ctx = w.ctx and c.uncertainty_id = w.id
      left join graph.fact f on f.ctx = c.ctx and f.id = c.fact_id
    where w.other_id = '' and w.beside = '{}' group by w.ctx, w.id) s
  where u.ctx = s.ctx and u.id = s.id and (s.others <> '{}' or s.own < 2);
alter table graph.uncertainty force row level security;
alter table graph.uncertainty_candidate force row level security;
alter table graph.fact force row level security;
