-- Chains of the audit that take no rows, as a row stands behind their end that nobody of Loci put there; a chain that takes rows again has none.
create table auth.broken_chains (
  ctx text collate "C" primary key,
  position bigint not null,
  since timestamptz not null,
  -- When a row about it was last written to the deployment's chain.
  told_at timestamptz not null
);
alter table auth.broken_chains enable row level security;
alter table auth.broken_chains force row level security;
create policy own_context on auth.broken_chains using (ctx = nullif(current_setting('app.ctx', true), ''));
-- Who keeps the deployment's chain, in which the rows of a broken one stand, notes and counts those of all contexts.
create policy every_context on auth.broken_chains using (nullif(current_setting('app.ctx', true), '') = '*');

-- What should have been rows of the deployment's own chain while that was broken. No hash holds them together.
create table auth.audit_unchained (
  ctx text collate "C" not null,
  id text collate "C" not null,
  recorded_at timestamptz not null,
  -- As the fields of a row in a chain, from the row's id on.
  entry text not null,
  primary key (ctx, id)
);
alter table auth.audit_unchained enable row level security;
alter table auth.audit_unchained force row level security;
create policy own_context on auth.audit_unchained using (ctx = nullif(current_setting('app.ctx', true), ''));
