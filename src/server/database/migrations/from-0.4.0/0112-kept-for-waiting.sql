-- Time that became free is kept out of the public list until the waiting list has looked at it
-- (docs/decisions/0095).

alter table freed_time
  add column noted timestamptz not null default now(),
  add column staff_id integer references staff on delete cascade,
  add column room_id integer references room on delete cascade,
  add constraint freed_time_place check ((staff_id is null) = (room_id is null));
comment on column freed_time.staff_id is
  'whose time an appointment gave back; null for new hours and for looking at everything';
create index freed_time_of_staff on freed_time (staff_id);
create index freed_time_of_room on freed_time (room_id);

create or replace function note_freed_time() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if is_anybody_waiting() then
    insert into freed_time (starts_at, ends_at, staff_id, room_id)
    values (old.starts_at, old.ends_at, old.staff_id, old.room_id);
  end if;
  return null;
end
$$;
