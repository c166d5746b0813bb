-- What a description says to forget is also looked for in turns that no index holds, read in the order of their ids.
create index turn_silent on graph.turn (ctx, id) where extraction = 'silent' and forgotten_at is null;
