-- When the change was made: how long it takes until it is found is measured from here. What is there already counts from now.
alter table graph.feed add column recorded_at timestamptz not null default now();
