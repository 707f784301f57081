-- Messages by email or text message (docs/decisions/0080). Whoever writes a message says what happened;
-- a trigger says by which channel the patient is told. Reminders by both are two messages, so that each
-- has its own tries.

alter table person drop constraint person_reminders_check,
  add constraint person_reminders check (reminders in ('email', 'sms', 'both', 'none'));

alter table message drop constraint message_channel_check;
update message set channel = 'email' where channel is null;
alter table message
  alter column channel set not null,
  alter column channel set default '',
  add constraint message_channel check (channel in ('email', 'sms'));
comment on column message.channel is 'a trigger fills it in';

drop index message_once, message_reminder, message_forms_due, message_next_dose;
-- Several changes before the first is told are told as one.
create unique index message_once on message (appointment_id, event, channel)
  where state = 'waiting' and event <> 'reminder' and attempts = 0;
-- Each reminder once, however many processes plan it.
create unique index message_reminder on message (appointment_id, lead_minutes, starts_at, channel)
  where event = 'reminder';
create unique index message_forms_due on message (appointment_id, starts_at, channel)
  where event = 'forms_due';
create unique index message_next_dose on message (vaccination_id, channel)
  where vaccination_id is not null;

create function choose_channel() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  patient person;
begin
  select * into patient from person where id = new.patient_id;
  if new.event not in ('reminder', 'forms_due', 'next_dose_due') then
    new.channel := case when patient.email = '' and patient.mobile <> '' then 'sms' else 'email' end;
    return new;
  end if;
  new.channel := case patient.reminders when 'sms' then 'sms' else 'email' end;
  if patient.reminders = 'both' then
    insert into message (event, appointment_id, patient_id, vaccination_id, starts_at, lead_minutes,
      due, channel)
    values (new.event, new.appointment_id, new.patient_id, new.vaccination_id, new.starts_at,
      new.lead_minutes, new.due, 'sms')
    on conflict do nothing;
  end if;
  return new;
end
$$;
create trigger message_channel before insert on message
  for each row when (new.channel = '') execute function choose_channel();

-- A clinic writes its own words for each channel.
alter table message_template
  add column channel text not null default 'email' check (channel in ('email', 'sms')),
  drop constraint message_template_once,
  add constraint message_template_once
    unique nulls not distinct (appointment_type_id, channel, event);

-- As before (0068). New: nothing is inferred from an index.
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
    on conflict do nothing;
  end if;
  return null;
end
$$;
