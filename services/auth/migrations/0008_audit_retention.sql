-- A checkpoint at which retention cut a chain: the rows up to it were removed, all of them made before this time.
alter table auth.audit_checkpoints add column removed_before timestamptz;
