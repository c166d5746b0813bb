-- What replies were made of is known outside of graph: a purge notes within what its author may forget, so that the replies can be purged
-- after it by whoever comes, also after a crash. Whoever purged before this was noted has followed it, or cannot be followed.
alter table graph.erased_words
  add column region text[] collate "C" not null default '{}',
  -- Records that stay without a part.
  add column redacted text[] collate "C" not null default '{}',
  add column keep boolean not null default false;
