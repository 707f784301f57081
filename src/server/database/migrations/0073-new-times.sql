-- Patients whose appointment has lost its hours are asked to choose another time
-- (docs/decisions/0081). A slip that is undone within minutes is not told.
create table appointment_orphaned (
  appointment_id integer primary key references appointment on delete cascade,
  starts_at timestamptz not null,
  found timestamptz not null default now(),
  asked timestamptz
);
comment on column appointment_orphaned.starts_at is 'the time that it cannot have: it counts while the appointment is there';
create unique index message_new_time on message (appointment_id, starts_at, channel)
  where event = 'new_time_needed' and state <> 'dropped';
