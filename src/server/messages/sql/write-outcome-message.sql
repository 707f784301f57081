-- Runs after an outcome with a letter is recorded, and notifies the patient fifteen minutes later
-- unless the appointment was more than 30 days ago. `send-messages.ts` sends the row of `message`.
create or replace function write_outcome_message() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  -- Staff correct a slip within minutes.
  insert into message (event, appointment_id, patient_id, starts_at, due)
  select 'outcome_ready', appointment.id, patient_id, starts_at, now() + interval '15 minutes'
  from appointment
    join appointment_outcome_version as kept
      on kept.appointment_outcome_id = new.appointment_outcome_id
        and kept.edition = new.edition and kept.subversion = new.subversion
  where appointment.id = new.appointment_id and (template_code <> '' or template_path <> '')
    -- Records that are completed long after are no news.
    and starts_at > now() - interval '30 days'
  on conflict do nothing;
  return null;
end
$$;

create or replace trigger appointment_outcome_given_message
  after insert on appointment_outcome_given
  for each row execute function write_outcome_message();
