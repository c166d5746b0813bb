-- A bearer may come without the name of its context. A transaction across contexts sees the keys whose ids it named
-- (app.key_ids, separated by spaces) and no others, so that it can tell where they belong.

create index keys_by_id on auth.keys (id);

create policy named_keys on auth.keys for select using (
  nullif(current_setting('app.ctx', true), '') = '*'
  and id = any(string_to_array(nullif(current_setting('app.key_ids', true), ''), ' '))
);
