-- How often whoever ran the stage fell silent: its process ended, or lost its lease. Counted when the work is taken again.
alter table queue.work add column deaths int not null default 0;
