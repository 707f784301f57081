-- What staff keep in the administration area: each record has a version, so that nobody overwrites
-- what somebody else has changed since they opened it.

alter table competency
  add column version integer not null default 1,
  add column modified timestamptz not null default now();
create trigger competency_version before update on competency
  for each row execute function next_version();

alter table staff_competency
  add column version integer not null default 1,
  add column modified timestamptz not null default now();
create trigger staff_competency_version before update on staff_competency
  for each row execute function next_version();
