-- The words of what an erasure took, as salted fingerprints (8 bytes each, the salt is the receipt's id): by them the questions are found
-- that name what was erased and show none of it. A row goes when they were looked for, minutes later. prints is null where they were too many.
create table graph.erased_words (
  ctx text collate "C" not null,
  receipt text collate "C" not null,
  prints bytea,
  recorded_at timestamptz not null,
  primary key (ctx, receipt)
);
create index erased_words_recorded on graph.erased_words (recorded_at);
alter table graph.erased_words enable row level security;
alter table graph.erased_words force row level security;
create policy own_context on graph.erased_words using (ctx = nullif(current_setting('app.ctx', true), ''));
-- No content: who follows erasures sees those of all contexts.
create policy every_context on graph.erased_words using (nullif(current_setting('app.ctx', true), '') = '*');
