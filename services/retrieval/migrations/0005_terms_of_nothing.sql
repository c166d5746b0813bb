-- The index's statistics kept a term of which no document was left. They keep none from here on.
do $$
begin
  if to_regclass('search.term') is not null then
    alter table search.term no force row level security;
    delete from search.term where documents <= 0;
    alter table search.term force row level security;
  end if;
end
$$;
