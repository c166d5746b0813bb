-- When something was defined first: what is older than this column may be of any age.
alter table database.definition add column made timestamptz not null default '-infinity';
alter table database.definition alter column made set default clock_timestamp();
