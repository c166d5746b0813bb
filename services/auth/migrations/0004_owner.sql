-- What keeps the context as it is declared elsewhere, such as a resource of a Kubernetes cluster; '' for nobody. Two such keepers would
-- undo each other's changes, so one that is recorded is never replaced, only removed.
alter table auth.contexts add column owner text not null default '';
