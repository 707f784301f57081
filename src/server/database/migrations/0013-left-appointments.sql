-- Appointments that lack their clinician, room or competence and that somebody knowingly left where
-- they are. It holds for that place and for what was missing then: anything else is asked about anew.

create table appointment_left (
  appointment_id integer primary key references appointment on delete cascade,
  staff_id integer not null references staff on delete cascade,
  room_id integer not null references room on delete cascade,
  starts_at timestamptz not null,
  reasons text[] not null check (cardinality(reasons) > 0),
  left_by integer references person on delete set null,
  left_at timestamptz not null default now()
);
