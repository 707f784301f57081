-- Decides when a patient is notified of an appointment: it runs after one is booked, and after its
-- status, time, branch, service or chosen clinician changes. It writes a row of `message`, due at
-- once or after the minutes in which staff correct a slip; `send-messages.ts` sends it,
-- `notify-patient.ts` may withhold it.
create or replace function write_messages() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status else 'held' end;
  untold boolean;
  told text;
  place jsonb;
  last message;
  wait interval := interval '0';
begin
  if tg_op = 'INSERT' then
    insert into message (event, appointment_id, patient_id, starts_at, channel)
    select 'booked', new.id, new.patient_id, new.starts_at, usual_channel(email, mobile)
    from person where id = new.patient_id;
    return null;
  end if;
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
        then last.told_before else notified_place(old) end;
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
    insert into message (event, appointment_id, patient_id, starts_at, told_before, due, channel)
    select told, new.id, new.patient_id, new.starts_at, place, now() + wait,
      usual_channel(email, mobile)
    from person where id = new.patient_id
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger appointment_messages_changed after update on appointment
  for each row when (
    (new.starts_at > now() or old.starts_at > now()
      or 'did_not_attend' in (new.status, old.status))
    and ((new.status, new.starts_at, new.site_id, new.appointment_type_id)
        <> (old.status, old.starts_at, old.site_id, old.appointment_type_id)
      or (new.clinician_chosen and new.staff_id <> old.staff_id)))
  execute function write_messages();

create or replace trigger appointment_messages_written after insert on appointment
  for each row when (new.status = 'booked' and new.starts_at > now())
  execute function write_messages();
