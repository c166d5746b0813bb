-- Moving to another embedding, and a context that comes from a file.

-- generation: which vectors serve. next_*: the embedding that the deployment moves to, null while no move is under way; its vectors are
-- of the newest generation, a number that no other embedding ever had.
alter table graph.deployment
  add column generation integer not null default 1,
  add column newest_generation integer not null default 1,
  add column next_provider text,
  add column next_model text,
  add column next_dimension integer,
  add column next_normalised boolean;
-- Each context's transactions ask which vectors serve; nothing in it is anybody's own.
create policy readable on graph.deployment for select using (true);

create function graph.generation() returns integer language sql stable
  return coalesce((select generation from graph.deployment), 1);

alter table graph.embedding add column generation integer not null default 1;
alter table graph.embedding alter column generation set default graph.generation();
alter table graph.embedding drop constraint embedding_pkey, add primary key (ctx, record_id, generation);

-- Contexts that may have records without a vector of the present embedding. Ids only.
create table graph.unembedded (
  ctx text collate "C" primary key
);

-- A context that came from a file: how many lines of it are stored, and their SHA-256, by which a repetition is known. head: the feed's
-- position that the import left, so that nobody else's writes go unseen.
create table graph.import (
  ctx text collate "C" primary key,
  lines bigint not null,
  digest text not null,
  head bigint not null,
  finished_at timestamptz
);

-- Several versions of a fact may be of the same millisecond: this is their order.
alter table graph.fact_version add column position bigint generated always as identity;
create index fact_version_in_order on graph.fact_version (ctx, position);

do $$
declare
  name text;
begin
  foreach name in array array['unembedded', 'import'] loop
    execute format('alter table graph.%I enable row level security', name);
    execute format('alter table graph.%I force row level security', name);
    execute format('create policy own_context on graph.%I using (ctx = nullif(current_setting(''app.ctx'', true), ''''))', name);
  end loop;
end
$$;
create policy every_context on graph.unembedded using (nullif(current_setting('app.ctx', true), '') = '*');
-- Ids and positions only: which contexts there are.
create policy every_context on graph.feed_head for select using (nullif(current_setting('app.ctx', true), '') = '*');
