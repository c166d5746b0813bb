-- Deleted scopes and contexts, the history of grants, repeatable operations, providers' keys, token budgets.

alter table auth.scopes add column tombstoned_at timestamptz;

-- Who made the principal on the data plane; '' for management. It sees what it made before any grant was given.
alter table auth.principals add column created_by text collate "C" not null default '';

-- 'access' for a brokered token, whose text begins otherwise.
alter table auth.keys add column kind text not null default 'context' check (kind in ('context', 'access'));
create index keys_in_order on auth.keys (ctx, created_at, id);

-- What a principal held from recorded_at on; NULL from its deletion on. Kept when the principal is deleted, for audits.
create table auth.grant_changes (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  principal_id text collate "C" not null,
  position bigint generated always as identity,
  grants jsonb,
  changed_by text collate "C" not null,
  recorded_at timestamptz not null,
  primary key (ctx, principal_id, position)
);
-- Forced row-level security would hide the principals of every context from their owner too.
alter table auth.principals no force row level security;
insert into auth.grant_changes (ctx, principal_id, grants, changed_by, recorded_at)
  select ctx, id, grants, '', created_at from auth.principals;
alter table auth.principals force row level security;

-- The answer of a mutation that its caller may repeat, stored in the mutation's own transaction: as it is, or sealed under a key
-- that only the caller's bearer gives. What creates and deletes contexts stands under ctx '*', as a context's rows go with it.
create table auth.operations (
  ctx text collate "C" not null,
  principal_id text collate "C" not null,
  delegated_id text collate "C" not null,
  operation_id text collate "C" not null,
  hash bytea not null,
  response jsonb,
  sealed bytea,
  recorded_at timestamptz not null,
  primary key (ctx, principal_id, delegated_id, operation_id)
);
create index operations_by_age on auth.operations (ctx, recorded_at);

-- Keys of model providers, encrypted under the deployment's secret `encryption`.
create table auth.provider_keys (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  stage text collate "C" not null,
  secret_version integer not null,
  sealed bytea not null,
  primary key (ctx, stage)
);

-- One row for each month: whoever reserves or settles holds it, so that two never pass the limit together.
create table auth.token_months (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  month date not null,
  used bigint not null default 0,
  primary key (ctx, month)
);

create table auth.token_usage (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  month date not null,
  stage text collate "C" not null,
  model text collate "C" not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (ctx, month, stage, model)
);

create table auth.token_reservations (
  ctx text collate "C" not null references auth.contexts (ctx) on delete cascade,
  ticket text collate "C" not null,
  month date not null,
  stage text collate "C" not null,
  model text collate "C" not null,
  tokens bigint not null,
  reserved_at timestamptz not null,
  lapses_at timestamptz not null,
  settled boolean not null default false,
  primary key (ctx, ticket)
);
create index token_reservations_open on auth.token_reservations (ctx, month, lapses_at) where not settled;
create index token_reservations_by_age on auth.token_reservations (ctx, reserved_at);

-- Ids of contexts of which other services may still hold something.
create table auth.deleted_contexts (
  ctx text collate "C" primary key,
  deleted_at timestamptz not null
);

alter table auth.grant_changes enable row level security;
alter table auth.grant_changes force row level security;
create policy own_context on auth.grant_changes using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.operations enable row level security;
alter table auth.operations force row level security;
create policy own_context on auth.operations using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.provider_keys enable row level security;
alter table auth.provider_keys force row level security;
create policy own_context on auth.provider_keys using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.token_months enable row level security;
alter table auth.token_months force row level security;
create policy own_context on auth.token_months using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.token_usage enable row level security;
alter table auth.token_usage force row level security;
create policy own_context on auth.token_usage using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.token_reservations enable row level security;
alter table auth.token_reservations force row level security;
create policy own_context on auth.token_reservations using (ctx = nullif(current_setting('app.ctx', true), ''));

alter table auth.deleted_contexts enable row level security;
alter table auth.deleted_contexts force row level security;
create policy own_context on auth.deleted_contexts using (ctx = nullif(current_setting('app.ctx', true), ''));
create policy every_context on auth.deleted_contexts for select using (nullif(current_setting('app.ctx', true), '') = '*');
