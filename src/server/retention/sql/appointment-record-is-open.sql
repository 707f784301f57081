-- Runs before a form, an outcome or a new status is written for an appointment, and refuses it once
-- the details of its guest were removed (`anonymise-guest.ts`). It locks first, so that it sees
-- what anonymising has committed.
create or replace function appointment_record_is_open() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  of_appointment integer;
begin
  if tg_table_name = 'appointment' then
    of_appointment := new.id;
  else
    of_appointment := new.appointment_id;
    perform from appointment where id = of_appointment for key share;
  end if;
  if exists (
    select from appointment join person on person.id = patient_id
    where appointment.id = of_appointment and anonymised is not null
  ) then
    raise exception 'the details of the patient of appointment % were removed', of_appointment
      using errcode = 'integrity_constraint_violation', constraint = 'person_anonymised_stays';
  end if;
  return new;
end
$$;

create or replace trigger saved_form_record_open before insert on saved_form
  for each row execute function appointment_record_is_open();

create or replace trigger appointment_outcome_given_record_open
  before insert on appointment_outcome_given
  for each row execute function appointment_record_is_open();

create or replace trigger appointment_status_record_open before update of status on appointment
  for each row when (new.status <> old.status and old.status <> 'held')
  execute function appointment_record_is_open();
