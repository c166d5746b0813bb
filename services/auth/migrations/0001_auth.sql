-- Contexts, principals, keys, scopes. Every table's first key column is ctx, the context's id, and forced row-level security holds
-- a transaction to the context that it named (app.ctx), as a second wall under the explicit predicates.
-- After a transaction the setting is '' and not null, hence nullif: without a context no row is seen.

create schema if not exists auth;

create table auth.contexts (
  ctx text collate "C" primary key,
  display_name text not null,
  config jsonb not null default '{}',
  policy jsonb not null default '{}',
  created_at timestamptz not null
);

create table auth.principals (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  id text collate "C" not null,
  display_name text not null,
  kind text not null,
  grants jsonb not null,
  external_id text,
  reserved boolean not null default false,
  created_at timestamptz not null,
  primary key (ctx, id),
  unique (ctx, display_name),
  unique (ctx, external_id)
);

-- A rotation keeps the key's id and name; the old secret's verifier may live on until previous_until.
create table auth.keys (
  ctx text collate "C" not null,
  id text collate "C" not null,
  principal_id text collate "C" not null,
  name text not null,
  pepper_version integer not null,
  verifier bytea not null,
  secret_since timestamptz not null,
  previous_pepper_version integer,
  previous_verifier bytea,
  previous_until timestamptz,
  grants jsonb,
  created_at timestamptz not null,
  valid_until timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (ctx, id),
  foreign key (ctx, principal_id) references auth.principals (ctx, id) on delete cascade
);

-- The name of a revoked key is free again.
create unique index keys_by_name on auth.keys (ctx, name) where revoked_at is null;
create index keys_by_principal on auth.keys (ctx, principal_id);

-- Collation "C" orders by bytes, so that the paths below p are those from 'p/' up to 'p0' ('0' follows '/').
create table auth.scopes (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  path text collate "C" not null,
  display_name text not null default '',
  description text not null default '',
  created_at timestamptz not null,
  primary key (ctx, path)
);

-- These keys belong to no context: their ctx is always '*', which only a transaction across contexts names.
create table auth.management_keys (
  ctx text collate "C" not null default '*' check (ctx = '*'),
  id text collate "C" not null,
  pepper_version integer not null,
  verifier bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (ctx, id)
);

alter table auth.contexts enable row level security;
alter table auth.contexts force row level security;
create policy own_context on auth.contexts using (ctx = nullif(current_setting('app.ctx', true), ''));
-- Reading the list of contexts is all that a transaction across contexts may do here.
create policy every_context on auth.contexts for select using (nullif(current_setting('app.ctx', true), '') = '*');

alter table auth.principals enable row level security;
alter table auth.principals force row level security;
create policy own_context on auth.principals using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.keys enable row level security;
alter table auth.keys force row level security;
create policy own_context on auth.keys using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.scopes enable row level security;
alter table auth.scopes force row level security;
create policy own_context on auth.scopes using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.management_keys enable row level security;
alter table auth.management_keys force row level security;
create policy own_context on auth.management_keys using (ctx = nullif(current_setting('app.ctx', true), ''));
