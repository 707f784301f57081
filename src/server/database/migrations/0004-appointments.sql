-- Who has which time. A hold is a row here too, so that one set of constraints keeps holds and
-- appointments apart (docs/decisions/0003).

create table appointment (
  id integer generated always as identity primary key,
  reference text not null unique,
  status text not null
    check (status in ('held', 'booked', 'completed', 'did_not_attend', 'cancelled')),
  appointment_type_id integer not null references appointment_type on delete restrict,
  availability_id integer references availability on delete set null,
  staff_id integer not null references staff on delete restrict,
  room_id integer not null,
  site_id integer not null references site on delete restrict,
  patient_id integer references person on delete restrict,
  gp_surgery_id integer references gp_surgery on delete set null,
  starts_at timestamptz not null,
  duration integer not null check (duration between 1 and 1440),
  ends_at timestamptz not null generated always as (minutes_after(starts_at, duration)) stored,
  during tstzrange not null
    generated always as (tstzrange(starts_at, minutes_after(starts_at, duration))) stored,
  patient_address text not null default '',
  notes text not null default '',
  hold_token_hash bytea,
  hold_expires_at timestamptz,
  completed_on timestamptz,
  completed_by integer references staff on delete restrict,
  cancelled_on timestamptz,
  cancelled_by integer references person on delete restrict,
  cancellation_notes text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  constraint appointment_room_id_fkey
    foreign key (room_id, site_id) references room (id, site_id) on delete restrict,
  constraint appointment_hold
    check ((status = 'held') = (hold_token_hash is not null)
      and (status = 'held') = (hold_expires_at is not null)),
  constraint appointment_patient check (status = 'held' or patient_id is not null),
  constraint appointment_completed check ((status = 'completed') = (completed_on is not null)),
  constraint appointment_cancelled check ((status = 'cancelled') = (cancelled_on is not null)),
  constraint appointment_staff_overlap
    exclude using gist (staff_id with =, during with &&) where (status <> 'cancelled'),
  constraint appointment_room_overlap
    exclude using gist (room_id with =, during with &&) where (status <> 'cancelled'),
  constraint appointment_patient_overlap
    exclude using gist (patient_id with =, during with &&)
    where (status <> 'cancelled' and patient_id is not null)
);
comment on column appointment.duration is 'minutes';
-- One holder has one hold.
create unique index appointment_holder on appointment (hold_token_hash) where status = 'held';
-- The week of slots reads what is occupied from this index alone.
create index appointment_occupied on appointment (starts_at)
  include (ends_at, staff_id, room_id, hold_expires_at, hold_token_hash) where status <> 'cancelled';
create index appointment_by_patient on appointment (patient_id, starts_at);
create index appointment_by_type on appointment (appointment_type_id);
create index appointment_by_availability on appointment (availability_id) where availability_id is not null;

-- The same key and body give the same answer and one appointment, however often they are sent.
create table idempotency_key (
  caller text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null,
  appointment_id integer not null references appointment on delete cascade,
  created timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_key_created on idempotency_key (created);
create index idempotency_key_appointment on idempotency_key (appointment_id);
