-- The audit: for each context a chain of rows, each of which holds the hash of the one before. ctx '*' is the deployment's own chain.
-- The entry is kept as the text that was hashed; columns are made of it, for lists alone.

create table auth.audit (
  ctx text collate "C" not null,
  position bigint not null,
  entry text not null,
  hash bytea not null,
  id text collate "C" not null generated always as (entry::jsonb ->> 4) stored,
  at text collate "C" not null generated always as (entry::jsonb ->> 5) stored,
  kind text collate "C" not null generated always as (entry::jsonb ->> 6) stored,
  principal text collate "C" not null generated always as (entry::jsonb ->> 9) stored,
  key_id text collate "C" not null generated always as (entry::jsonb ->> 11) stored,
  trace_id text collate "C" not null generated always as (entry::jsonb ->> 12) stored,
  primary key (ctx, position)
);
create index audit_by_trace on auth.audit (ctx, trace_id);
create index audit_by_principal on auth.audit (ctx, principal, position);

-- Where each chain ends. Who appends holds this row: processes append to a chain one after the other.
create table auth.audit_heads (
  ctx text collate "C" primary key,
  position bigint not null,
  hash bytea not null,
  checkpoint_position bigint not null,
  checkpoint_at timestamptz not null
);

-- A signed position. Rows up to one can be dropped: the rest is still proved from there.
create table auth.audit_checkpoints (
  ctx text collate "C" not null,
  position bigint not null,
  hash bytea not null,
  at timestamptz not null,
  key_version integer not null,
  public_key bytea not null,
  signature bytea not null,
  primary key (ctx, position)
);

alter table auth.audit enable row level security;
alter table auth.audit force row level security;
create policy own_context on auth.audit using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.audit_heads enable row level security;
alter table auth.audit_heads force row level security;
create policy own_context on auth.audit_heads using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.audit_checkpoints enable row level security;
alter table auth.audit_checkpoints force row level security;
create policy own_context on auth.audit_checkpoints using (ctx = nullif(current_setting('app.ctx', true), ''));
