-- Who is who: names that are like one another are looked for by their first and last words, and merges by rule name the rule.

-- given, family: the first and last words of the name without titles, company suffixes and accents, as `identity/written-name.ts`
-- takes it apart; of what is stored already as well as SQL can tell. person: whose "I" it is (a path ending in /user/<id>, else the
-- ScopeSet) for the entity that a speaker is, and for those merged with it; "" for all others.
alter table graph.entity add column given text collate "C" not null default '', add column family text collate "C" not null default '',
  add column person text collate "C" not null default '';

-- The tables' owner is held to row-level security too, and no context is named here.
alter table graph.entity no force row level security;
alter table graph.scope_set no force row level security;
update graph.entity set given = first_word,
  family = case when type_norm = 'person' and position(' ' in name_norm) > 0 then regexp_replace(name_norm, '^.* ', '') else '' end;
update graph.entity e set person = coalesce(
    (select min(m[1]) from regexp_matches(s.clauses::text, '"((?:[^"/]+/)*?user/[^"/]+)', 'g') m having count(distinct m[1]) = 1),
    e.scope_set)
  from graph.scope_set s where s.ctx = e.ctx and s.key = e.scope_set and e.type_norm = 'person' and e.name_norm = 'user';
alter table graph.entity force row level security;
alter table graph.scope_set force row level security;

create index entity_by_given on graph.entity (ctx, scope_set, given);
create index entity_by_family on graph.entity (ctx, scope_set, family) where family <> '';

alter table graph.entity_merge add column rule text not null default 'merged_by_hand';
