-- Messages name their patient, can be about something else than an appointment, and tell of more.

alter table message add column patient_id integer;
update message set patient_id = appointment.patient_id
from appointment where appointment.id = appointment_id;
alter table message
  alter column patient_id set not null,
  add constraint message_patient foreign key (patient_id) references person on delete restrict,
  alter column appointment_id drop not null,
  alter column starts_at drop not null,
  drop constraint message_appointment_id_fkey,
  -- A message follows its appointment into a merged record.
  add constraint message_of_appointment foreign key (appointment_id, patient_id)
    references appointment (id, patient_id) on update cascade on delete cascade,
  add constraint message_start check ((appointment_id is null) = (starts_at is null)),
  drop constraint message_event_check,
  add constraint message_event_check check (event in (
    'booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder', 'forms_due',
    'new_time_needed', 'outcome_ready', 'next_dose_due', 'offer'));
comment on table message is null;
create index message_of_patient on message (patient_id, coalesce(sent, created) desc, id desc);

alter table message_template
  drop constraint message_template_event_check,
  add constraint message_template_event_check check (event in (
    'booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder', 'forms_due',
    'new_time_needed', 'outcome_ready', 'next_dose_due', 'offer'));

-- As before (0066). New: it names the patient.
create or replace function write_messages() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status else 'held' end;
  untold boolean;
  told text;
  place jsonb;
  last message;
  wait interval := interval '0';
begin
  if was = 'did_not_attend' then
    delete from message
    where appointment_id = new.id and event = was and state = 'waiting' and attempts = 0;
  end if;
  if was <> 'held' then
    select * into last from message where appointment_id = new.id order by id desc limit 1;
  end if;
  if new.status = 'booked' and was = 'held' then
    told := 'booked';
  elsif new.status = 'booked' and was = 'cancelled' then
    -- Undone before it was told: there is nothing to say.
    delete from message
    where appointment_id = new.id and event = 'cancelled' and state = 'waiting' and attempts = 0;
    if not found and not (last.withheld is true and last.event = 'cancelled') then
      told := 'booked';
    end if;
  elsif new.status = 'booked' and was = 'booked' then
    select exists (select from message where appointment_id = new.id and event = 'booked'
      and state = 'waiting' and attempts = 0) into untold;
    if not untold then
      told := 'rescheduled';
      -- The patient knows the place before a move that was withheld.
      place := case when last.withheld and last.event = 'rescheduled'
        then last.told_before else told_place(old) end;
      wait := interval '1 minute';
    end if;
  elsif new.status = 'cancelled' and was = 'booked' then
    told := 'cancelled';
    wait := interval '1 minute';
  elsif new.status = 'did_not_attend' and was = 'booked' then
    told := 'did_not_attend';
    -- Staff correct a slip within minutes.
    wait := interval '15 minutes';
  end if;
  if told is not null then
    insert into message (event, appointment_id, patient_id, starts_at, told_before, due)
    values (told, new.id, new.patient_id, new.starts_at, place, now() + wait)
    on conflict (appointment_id, event)
      where state = 'waiting' and event <> 'reminder' and attempts = 0 do nothing;
  end if;
  return null;
end
$$;
