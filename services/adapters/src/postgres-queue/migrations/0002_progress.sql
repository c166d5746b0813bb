-- What the last step of a stage came to: where the next begins, and counts.
alter table queue.work add column progress jsonb;
