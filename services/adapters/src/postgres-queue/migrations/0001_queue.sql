create schema queue;

-- One row for each work that is not done: ids and times only. What is done is deleted.
create table queue.work (
  ctx text collate "C" not null,
  pipeline text collate "C" not null,
  id text collate "C" not null,
  -- '' is the pipeline's first stage: who submits need not know it.
  stage text not null,
  state text not null check (state in ('queued', 'running', 'failing', 'failed')),
  -- How often the stage was begun; while 'failing', how often onFailed was.
  attempts int not null,
  -- When it was first due. Work that goes on to its next stage is due since then: it goes before younger work of its context.
  since timestamptz not null,
  -- From when a runner may take it. While one holds it this is the end of its lease, which the holder moves on.
  due_at timestamptz not null,
  -- Who holds it; another one for each taking, so that a holder that lost its lease can change nothing.
  claim text,
  reason text not null default '',
  failed_after int not null default 0,
  primary key (ctx, pipeline, id)
);
create index work_turn on queue.work (pipeline, ctx, due_at) where state <> 'failed';
create index work_next on queue.work (pipeline, due_at) where state <> 'failed';
create index work_claim on queue.work (claim) where claim is not null;

create table queue.schedule (
  ctx text collate "C" not null,
  name text collate "C" not null unique,
  pipeline text collate "C" not null,
  id text collate "C" not null,
  every_seconds int not null check (every_seconds > 0),
  next_at timestamptz not null,
  primary key (ctx, name)
);

-- Runners work for all contexts; a request sees no queue.
alter table queue.work enable row level security;
alter table queue.work force row level security;
create policy every_context on queue.work using (nullif(current_setting('app.ctx', true), '') = '*');
alter table queue.schedule enable row level security;
alter table queue.schedule force row level security;
create policy every_context on queue.schedule using (nullif(current_setting('app.ctx', true), '') = '*');
