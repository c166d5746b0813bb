-- What transactions wrote to tables that keep their changes (CHANGEFEED), each in the order of its writes; one that is rolled back leaves none.
create table database.feed_change (
  run uuid not null,
  n bigint not null,
  place bigint not null,
  name bytea not null,
  content jsonb not null,
  primary key (run, n)
);
-- Where the changes of a transaction to one table stand in its feed: stamps of a database grow in the order of commits. A stamp is the moment in
-- milliseconds since 1970, times 65,536, or one more than the last. Both tables outlive a removed database until they are swept.
create table database.feed_commit (
  place bigint not null,
  stamp bigint not null,
  name bytea not null,
  run uuid not null,
  expires timestamptz not null
);
create unique index feed_commit_stamp on database.feed_commit (place, stamp, sha256(name));
create index feed_commit_name on database.feed_commit (place, sha256(name), stamp);
create index feed_commit_expires on database.feed_commit (expires);
