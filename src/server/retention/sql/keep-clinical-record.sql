-- Runs before a guest is anonymised (`anonymise-guest.ts`) and refuses it where there is a clinical
-- record or an appointment to come. It locks whatever a clinical record could be added to, gives up
-- where somebody else works on that, and reads only then.
create or replace function keep_clinical_record() returns trigger language plpgsql
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

create or replace trigger person_clinical_record_kept before update of anonymised on person
  for each row when (old.anonymised is null and new.anonymised is not null)
  execute function keep_clinical_record();
