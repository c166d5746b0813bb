-- Bearer keys and refresh tokens, which end with the access method that they are of. Their secrets stand here as hashes.
create table database.access_grant (
  access bigint not null references database.definition on delete cascade,
  id text collate "C" not null,
  document jsonb not null,
  primary key (access, id)
);
