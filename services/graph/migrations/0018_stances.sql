-- How a statement stands to what was said before: it takes it back, stands beside it, or takes the place of one value of it.
alter table graph.provenance add column corrected boolean not null default false;
alter table graph.provenance add column beside boolean not null default false;
alter table graph.provenance add column instead_of text not null default '';
-- Its end was that its speaker took it back.
alter table graph.fact add column mistaken boolean not null default false;
alter table graph.fact_version add column mistaken boolean not null default false;
