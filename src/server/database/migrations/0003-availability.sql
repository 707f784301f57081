-- When clinicians work: wall-clock rules, and the instants they come to.

-- Adding minutes to an instant depends on no time zone, so it may stand in generated columns and indexes;
-- PostgreSQL cannot know that of timestamptz + interval in general.
create function minutes_after(instant timestamptz, minutes integer) returns timestamptz
  language sql immutable strict parallel safe
  return instant + make_interval(mins => minutes);

create table availability (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete restrict,
  room_id integer not null references room on delete restrict,
  start_date date not null,
  start_time time not null,
  end_time time not null,
  recurring boolean not null default false,
  recurring_until date,
  repeat_every integer not null default 1 check (repeat_every between 1 and 366),
  freq smallint not null default 3 check (freq between 0 and 3),
  weekdays smallint[] not null default '{}' check (weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  months smallint[] not null default '{}' check (months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
  rrule text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  constraint availability_until check (
    not recurring
    or (recurring_until is not null and recurring_until between start_date and start_date + interval '2 years')
  ),
  unique (id, staff_id, room_id)
);
comment on column availability.freq is 'rrule constants: 0 yearly, 1 monthly, 2 weekly, 3 daily';
comment on column availability.weekdays is '0 is Monday';
create index availability_staff on availability (staff_id);
create index availability_room on availability (room_id);

create table availability_appointment_type (
  availability_id integer not null references availability on delete cascade,
  appointment_type_id integer not null references appointment_type on delete cascade,
  primary key (availability_id, appointment_type_id)
);
create index availability_appointment_type_type on availability_appointment_type (appointment_type_id);

create table availability_occurrence (
  id integer generated always as identity primary key,
  availability_id integer not null,
  staff_id integer not null,
  room_id integer not null,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null generated always as (tstzrange(starts_at, ends_at)) stored,
  -- Whoever the availability is of, and wherever it is: the copies here are for the constraints below.
  constraint availability_occurrence_availability_id_fkey
    foreign key (availability_id, staff_id, room_id) references availability (id, staff_id, room_id)
    on update cascade on delete cascade,
  constraint availability_occurrence_span
    check (ends_at > starts_at and ends_at <= minutes_after(starts_at, 1560)),
  constraint availability_occurrence_staff_overlap exclude using gist (staff_id with =, during with &&),
  constraint availability_occurrence_room_overlap exclude using gist (room_id with =, during with &&)
);
comment on column availability_occurrence.date is 'clinic date on which the occurrence starts';
create index availability_occurrence_availability on availability_occurrence (availability_id, starts_at);
create index availability_occurrence_starts on availability_occurrence (starts_at)
  include (ends_at, availability_id, staff_id, room_id);
