-- What a document said in a version that was replaced is in no chunk any more, and partly in no index: a purge by a description reads it in
-- the order of its facts, and denials and instructions, which are no facts, in the order of their own ids.
create index provenance_replaced on graph.provenance (ctx, fact_id) where retracted_at is not null and fact_id <> '';
create index provenance_replaced_alone on graph.provenance (ctx, id) where retracted_at is not null and (fact_id = '' or entity_id = '');
-- And the decisions that quote a chunk, which may be there no more.
create index decision_of_chunk on graph.decision (ctx, id) where turn_id like 'chunk:%' and evidence->>'sentence' <> '';
