-- The session of a turn that was erased; "" for what is no turn, and for what was erased before this was noted. A session's `turns` is how
-- many were ever said in it, since no number is given twice: these are the ones among them that are not there any more.
alter table graph.purged add column session_id text collate "C" not null default '';
