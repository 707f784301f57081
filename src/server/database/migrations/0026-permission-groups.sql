-- As 0014 for other kinds of record: groups are kept in the administration area.

alter table permission_group
  add column version integer not null default 1,
  add column modified timestamptz not null default now();
create trigger permission_group_version before update on permission_group
  for each row execute function next_version();
