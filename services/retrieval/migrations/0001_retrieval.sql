create schema retrieval;

-- What a query asked, how it was answered and by which legs; read back by GET /traces/{id}.
create table retrieval.trace (
  ctx text not null,
  id text not null,
  created_at timestamptz not null,
  principal_id text not null,
  body jsonb not null,
  primary key (ctx, id)
);
create index trace_created on retrieval.trace (ctx, created_at);

alter table retrieval.trace enable row level security;
alter table retrieval.trace force row level security;
create policy own_context on retrieval.trace using (ctx = nullif(current_setting('app.ctx', true), ''));
