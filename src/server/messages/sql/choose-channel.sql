-- Runs before a message is written without a channel. It chooses email or text message from what
-- the patient wants, and writes a second message for those who want both; `send-messages.ts` sends
-- each.
create or replace function choose_channel() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  patient person;
  wanted text;
  is_offer boolean := new.event in ('offer', 'offer_ended');
begin
  select * into patient from person where id = new.patient_id;
  wanted := patient.reminders;
  if new.event not in ('reminder', 'forms_due', 'next_dose_due')
    and (not is_offer or wanted = 'none' or patient.email = '' or patient.mobile = '')
  then
    new.channel := usual_channel(patient.email, patient.mobile);
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

create or replace trigger message_channel before insert on message
  for each row when (new.channel = '') execute function choose_channel();
