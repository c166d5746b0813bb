-- Who asked sees its trace for as long as it holds all that the answer could be made of. A trace from before is for who reads everything.
alter table retrieval.trace
  add column region text[] not null default '{/}',
  -- When the asker was made: another principal under its id is somebody else. null where that was not kept.
  add column asker_since text;
