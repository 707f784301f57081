-- Staff records are kept in the administration area: nobody overwrites what somebody else has changed.

alter table staff
  add column version integer not null default 1,
  add column modified timestamptz not null default now();
create trigger staff_version before update on staff
  for each row execute function next_version();
