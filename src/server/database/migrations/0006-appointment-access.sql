-- What lets whoever has a booking's link read and cancel that booking, and nothing else. Only a hash
-- is kept.
create table appointment_access (
  token_hash bytea primary key,
  appointment_id integer not null references appointment on delete cascade,
  expires_at timestamptz not null
);
create index appointment_access_appointment on appointment_access (appointment_id);
