-- What was forgotten is looked for by its description when it is to be purged. No index holds it, so it is read in the order of its ids.
create index turn_forgotten on graph.turn (ctx, id) where forgotten_at is not null;
create index chunk_forgotten on graph.chunk (ctx, id) where forgotten_at is not null;
create index fact_forgotten on graph.fact (ctx, id) where forgotten_at is not null;
create index entity_forgotten on graph.entity (ctx, id) where forgotten_at is not null;
