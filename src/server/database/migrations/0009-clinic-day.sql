-- The clinic's day: rules that are changed in parts, and rows that several people change at once.

-- Who changes a row says which version they saw: a second change of the same version is refused as
-- stale instead of undoing the first.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.modified := now();
  return new;
end
$$;

alter table availability
  add column version integer not null default 1,
  add column except_bank_holidays boolean not null default false,
  add column exceptions date[] not null default '{}',
  add column split_from integer references availability on delete set null;
comment on column availability.exceptions is 'clinic dates of the rule on which there is no occurrence';
comment on column availability.split_from is 'the rule that this one was part of until it was changed';
create index availability_split_from on availability (split_from) where split_from is not null;
create trigger availability_version before update on availability
  for each row execute function next_version();

alter table appointment add column version integer not null default 1;
create trigger appointment_version before update on appointment
  for each row execute function next_version();

-- A clinician's or a room's day, and what a list of appointments is filtered by.
create index appointment_by_staff on appointment (staff_id, starts_at);
create index appointment_by_room on appointment (room_id, starts_at);
create index appointment_by_site on appointment (site_id, starts_at);
