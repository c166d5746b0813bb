-- Of what the keys of system users' tokens are made.
create table database.secret (
  one boolean primary key default true check (one),
  bytes bytea not null
);
