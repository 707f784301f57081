-- The waiting list (docs/decisions/0082). An offer is a hold, so nobody else can take its time. Time
-- that becomes free is noted in the transaction that frees it; a job offers it in the order of joining.

create table waiting_list_entry (
  id integer generated always as identity primary key,
  patient_id integer not null references person on delete restrict,
  appointment_type_id integer not null references appointment_type on delete restrict,
  appointment_id integer,
  days smallint[] not null,
  from_time time not null,
  to_time time not null,
  until date not null,
  state text not null default 'waiting' check (state in ('waiting', 'booked', 'left', 'expired')),
  joined timestamptz not null default now(),
  ended timestamptz,
  -- It follows its appointment into a merged record.
  constraint waiting_list_entry_appointment foreign key (appointment_id, patient_id)
    references appointment (id, patient_id) on update cascade on delete cascade,
  constraint waiting_list_entry_days check (
    cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  constraint waiting_list_entry_hours check (from_time < to_time),
  constraint waiting_list_entry_ended check ((state = 'waiting') = (ended is null))
);
comment on column waiting_list_entry.appointment_id is 'the patient has this appointment and wants an earlier one';
comment on column waiting_list_entry.days is 'of the week, Monday is 1';
comment on column waiting_list_entry.from_time is 'of the start, by the clock of the clinic';
create index waiting_list_queue on waiting_list_entry (joined, id) where state = 'waiting';
create index waiting_list_of_patient on waiting_list_entry (patient_id);
create index waiting_list_of_appointment on waiting_list_entry (appointment_id);
create index waiting_list_of_type on waiting_list_entry (appointment_type_id);
create trigger waiting_list_person_open before insert or update of patient_id on waiting_list_entry
  for each row execute function person_record_is_open('patient_id');

-- A place that moves into another record alone leaves an appointment there behind, such as one that
-- was booked between a merge and its undoing. One that follows its appointment keeps it.
create function leave_appointment() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not exists (select from appointment
    where id = new.appointment_id and patient_id = new.patient_id)
  then
    new.appointment_id := null;
  end if;
  return new;
end
$$;
create trigger waiting_list_entry_moved before update of patient_id on waiting_list_entry
  for each row when (new.appointment_id is not null and new.patient_id <> old.patient_id)
  execute function leave_appointment();

-- Without rows, any site will do.
create table waiting_list_site (
  entry_id integer not null references waiting_list_entry on delete cascade,
  site_id integer not null references site on delete restrict,
  primary key (entry_id, site_id)
);
create index waiting_list_site_of_site on waiting_list_site (site_id);

create table waiting_list_offer (
  id integer generated always as identity primary key,
  entry_id integer not null references waiting_list_entry on delete cascade,
  hold_id integer references appointment on delete set null,
  site_id integer not null references site on delete restrict,
  staff_id integer not null references staff on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  offered timestamptz not null default now(),
  offered_by integer references person on delete restrict,
  expires timestamptz not null,
  ended timestamptz,
  constraint waiting_list_offer_held check (state <> 'open' or hold_id is not null),
  constraint waiting_list_offer_ended check ((state = 'open') = (ended is null))
);
comment on column waiting_list_offer.offered_by is 'null where it was the turn of the entry';
create unique index waiting_list_offer_one on waiting_list_offer (entry_id) where state = 'open';
create unique index waiting_list_offer_hold on waiting_list_offer (hold_id) where state = 'open';
create index waiting_list_offer_of_entry on waiting_list_offer (entry_id);
create index waiting_list_offer_of_hold on waiting_list_offer (hold_id);
create index waiting_list_offer_of_site on waiting_list_offer (site_id);
create index waiting_list_offer_of_staff on waiting_list_offer (staff_id);
create index waiting_list_offer_by on waiting_list_offer (offered_by);

-- A link opens one entry, whatever its patient is merged with.
create table waiting_list_access (
  token_hash bytea primary key,
  entry_id integer not null references waiting_list_entry on delete cascade,
  issued_to integer not null references person on delete restrict,
  expires_at timestamptz not null
);
create index waiting_list_access_of_entry on waiting_list_access (entry_id);
create index waiting_list_access_issued_to on waiting_list_access (issued_to);

-- An offer ends with its hold, however that is given back.
create function end_offer() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  update waiting_list_offer
  set state = case when old.hold_expires_at <= now() then 'expired' else 'withdrawn' end,
    ended = now(), hold_id = null
  where hold_id = old.id and state = 'open';
  return old;
end
$$;
create trigger appointment_offer_ended before delete on appointment
  for each row when (old.status = 'held') execute function end_offer();

-- A patient who no longer waits gives back what was offered.
create function give_offer_back() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  delete from appointment using waiting_list_offer as offer
  where offer.entry_id = new.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held';
  return null;
end
$$;
create trigger waiting_list_entry_ended after update on waiting_list_entry
  for each row when (old.state = 'waiting' and new.state <> 'waiting')
  execute function give_offer_back();

-- Who waits for any appointment and books one, waits for an earlier one. Who waits for an earlier
-- one and no longer has the appointment, waits for nothing. A time that is not earlier any more goes to
-- the next person.
create function keep_waiting() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if new.status = 'booked' and (tg_op = 'INSERT' or old.status = 'held') then
    update waiting_list_entry set appointment_id = new.id
    where patient_id = new.patient_id and appointment_type_id = new.appointment_type_id
      and state = 'waiting' and appointment_id is null;
  elsif new.status = 'booked' and new.appointment_type_id = old.appointment_type_id then
    delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
    where entry.appointment_id = new.id and offer.entry_id = entry.id and offer.state = 'open'
      and appointment.id = offer.hold_id and appointment.status = 'held'
      and appointment.starts_at >= new.starts_at;
  else
    update waiting_list_entry set state = 'left', ended = now()
    where appointment_id = new.id and state = 'waiting';
  end if;
  return null;
end
$$;
create trigger appointment_waited_for after insert on appointment
  for each row when (new.status = 'booked') execute function keep_waiting();
create trigger appointment_awaited after update on appointment
  for each row when (
    (old.status = 'held' and new.status = 'booked') or (old.status = 'booked'
      and (new.status <> 'booked' or new.appointment_type_id <> old.appointment_type_id
        or new.starts_at < old.starts_at)))
  execute function keep_waiting();

-- Time that may be free now, until the job has looked at it.
create table freed_time (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);

create function is_anybody_waiting() returns boolean language sql stable
  return exists (select from waiting_list_entry where state = 'waiting');

create function note_freed_time() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if is_anybody_waiting() then
    insert into freed_time (starts_at, ends_at) values (old.starts_at, old.ends_at);
  end if;
  return null;
end
$$;
create trigger appointment_freed after delete on appointment
  for each row when (old.status <> 'cancelled' and old.ends_at > now())
  execute function note_freed_time();
create trigger appointment_time_freed after update on appointment
  for each row when (
    old.status <> 'cancelled' and old.ends_at > now() and (new.status = 'cancelled'
      or (new.starts_at, new.ends_at, new.staff_id, new.room_id)
        <> (old.starts_at, old.ends_at, old.staff_id, old.room_id)))
  execute function note_freed_time();

create function note_new_hours() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if is_anybody_waiting() then
    insert into freed_time (starts_at, ends_at)
    select min(starts_at), max(ends_at) from new_hours having min(starts_at) is not null;
  end if;
  return null;
end
$$;
create trigger availability_occurrence_new after insert on availability_occurrence
  referencing new table as new_hours for each statement execute function note_new_hours();
create trigger availability_occurrence_moved after update on availability_occurrence
  referencing new table as new_hours for each statement execute function note_new_hours();

create function note_type_offered() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if is_anybody_waiting() then
    insert into freed_time (starts_at, ends_at)
    select min(starts_at), max(ends_at) from availability_occurrence
    where availability_id in (select availability_id from new_types)
    having min(starts_at) is not null;
  end if;
  return null;
end
$$;
create trigger availability_type_offered after insert on availability_appointment_type
  referencing new table as new_types for each statement execute function note_type_offered();

alter table message
  add column offer_id integer references waiting_list_offer on delete set null,
  add constraint message_offer check (event = 'offer' or offer_id is null);
create unique index message_of_offer on message (offer_id, channel) where offer_id is not null;
drop index message_once;
create unique index message_once on message (appointment_id, event, channel)
  where state = 'waiting' and event not in ('reminder', 'offer') and attempts = 0;

-- As before (0072). New: an offer is told as the patient wants to be reminded, because it is urgent;
-- who wants no reminders is told of it all the same.
create or replace function choose_channel() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  patient person;
  wanted text;
begin
  select * into patient from person where id = new.patient_id;
  wanted := patient.reminders;
  if new.event not in ('reminder', 'forms_due', 'next_dose_due')
    and (new.event <> 'offer' or wanted = 'none' or patient.email = '' or patient.mobile = '')
  then
    new.channel := case when patient.email = '' and patient.mobile <> '' then 'sms' else 'email' end;
    return new;
  end if;
  new.channel := case wanted when 'sms' then 'sms' else 'email' end;
  if wanted = 'both' then
    insert into message (event, appointment_id, patient_id, vaccination_id, offer_id, starts_at,
      lead_minutes, due, channel)
    values (new.event, new.appointment_id, new.patient_id, new.vaccination_id, new.offer_id,
      new.starts_at, new.lead_minutes, new.due, 'sms')
    on conflict do nothing;
  end if;
  return new;
end
$$;

insert into permission (name) values ('clinic.view_waiting_list'), ('clinic.change_waiting_list');
