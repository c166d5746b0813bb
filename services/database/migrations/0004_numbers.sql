-- Numbers are asked for by themselves, before the rows that have them.
grant usage on sequence database.place_id_seq, database.definition_id_seq to loci_app;
