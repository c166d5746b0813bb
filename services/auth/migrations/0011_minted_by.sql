-- The key that minted a key, '*' for management. NULL for keys that were made before this was noted.
alter table auth.keys add column minted_by text collate "C";
create index keys_by_minter on auth.keys (ctx, minted_by) where minted_by is not null;
