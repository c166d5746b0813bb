-- Which models fail, or failed last: one row for each stage of a context, and for what contexts share under ctx '*'. The error is its kind
-- alone, never a provider's own words.

create table auth.provider_failures (
  ctx text collate "C" not null,
  part text collate "C" not null,
  model text not null,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null,
  recovered_at timestamptz,
  failures bigint not null,
  error text not null,
  primary key (ctx, part)
);

alter table auth.provider_failures enable row level security;
alter table auth.provider_failures force row level security;
create policy own_context on auth.provider_failures using (ctx = nullif(current_setting('app.ctx', true), ''));
