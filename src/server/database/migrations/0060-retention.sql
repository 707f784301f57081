-- Guests who never attended lose their details after a period (docs/decisions/0072). The database
-- refuses it for anybody with a clinical record, and afterwards refuses to add to one.

alter table person
  add column anonymised timestamptz,
  add constraint person_anonymised_is_nobody check (anonymised is null
    or (is_guest and not is_active and merged_into is null and username is null and dob is null
      and gp_surgery_id is null and gender = -1
      and (first_name, last_name) = ('Anonymised', 'guest')
      and title || email || mobile || landline || nhs_number
        || address1 || address2 || city || county || nation || postcode = ''));
comment on column person.anonymised is 'when the details of this guest were removed';
create index person_guest on person (id) where is_guest and anonymised is null;

-- Drafts by their last change.
create index saved_form_draft on saved_form (saved)
  where kind = 'patient' and answers is not null;

-- Anything that belongs to a clinical record. Notes count where staff wrote them.
create function has_clinical_record(person_id integer) returns boolean
  language sql stable
  return exists (select from vaccination_history where patient_id = $1)
    or exists (select from patient_advice where patient_id = $1)
    or exists (select from person_allergy where person_allergy.person_id = $1)
    or exists (select from allergy_statement where allergy_statement.person_id = $1)
    or exists (
      select from appointment
      where patient_id = $1 and (status = 'completed'
        or exists (select from appointment_outcome_given where appointment_id = appointment.id)
        or exists (
          select from saved_form
          where appointment_id = appointment.id and (kind = 'clinician' or exists (
            select from submitted_form where saved_form_id = saved_form.id)))
        or notes <> '' and exists (
          select from audit_event
          where subject_type = 'appointment' and subject_id = appointment.id
            and actor_role = 'staff' and (action = 'appointment.booked'
              or action = 'appointment.changed' and change -> 'fields' ? 'notes'))));

-- Locks everything that a clinical record could be added to, and gives up where somebody else works
-- on it. Reads after that, so that it sees what was committed in the meantime.
create function keep_clinical_record() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform from person where id = new.id for update nowait;
  perform from appointment where patient_id = new.id order by id for update nowait;
  perform from saved_form
    where appointment_id in (select id from appointment where patient_id = new.id)
    order by id for update nowait;
  if has_clinical_record(new.id) then
    raise exception 'person % has a clinical record', new.id
      using errcode = 'integrity_constraint_violation', constraint = tg_name;
  end if;
  if exists (
    select from appointment
    where patient_id = new.id and status in ('held', 'booked') and ends_at > now()
  ) then
    raise exception 'person % has an appointment', new.id
      using errcode = 'integrity_constraint_violation', constraint = tg_name;
  end if;
  return new;
end
$$;
create trigger person_clinical_record_kept before update of anonymised on person
  for each row when (old.anonymised is null and new.anonymised is not null)
  execute function keep_clinical_record();

create function keep_anonymised() returns trigger language plpgsql as $$
begin
  raise exception 'the details of person % were removed', old.id
    using errcode = 'integrity_constraint_violation', constraint = 'person_anonymised_stays';
end
$$;
create trigger person_anonymised_stays before update on person
  for each row when (old.anonymised is not null) execute function keep_anonymised();

-- As in 0036. Nothing is written for a guest whose details were removed, either.
create or replace function person_record_is_open() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  wanted integer;
  found person;
begin
  if tg_argv[0] = 'patient_id' then
    wanted := new.patient_id;
  else
    wanted := new.person_id;
  end if;
  select * into found from person where id = wanted for share;
  if found.merged_into is not null then
    raise exception 'person % has been merged', wanted
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  if found.anonymised is not null then
    raise exception 'the details of person % were removed', wanted
      using errcode = 'integrity_constraint_violation', constraint = 'person_anonymised_stays';
  end if;
  return new;
end
$$;
create trigger person_allergy_person_open before insert on person_allergy
  for each row execute function person_record_is_open('person_id');
create trigger allergy_statement_person_open before insert on allergy_statement
  for each row execute function person_record_is_open('person_id');

-- The same for what is written for an appointment. Locks first, so that it reads what anonymising
-- has committed.
create function appointment_record_is_open() returns trigger language plpgsql
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
create trigger appointment_status_record_open before update of status on appointment
  for each row when (new.status <> old.status and old.status <> 'held')
  execute function appointment_record_is_open();
create trigger appointment_outcome_given_record_open before insert on appointment_outcome_given
  for each row execute function appointment_record_is_open();
create trigger saved_form_record_open before insert on saved_form
  for each row execute function appointment_record_is_open();
