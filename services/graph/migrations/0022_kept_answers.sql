-- The records that a kept answer names or was made of, by which a purge finds it. Of answers from before that is not known.
alter table graph.reservation add column record_ids text[] collate "C";
