-- A context that is deleted, and made again under the same id, counts its changes from the start: this tells its lives apart.
alter table graph.feed_head add column life text not null default gen_random_uuid()::text;
