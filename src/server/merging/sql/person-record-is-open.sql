-- Runs before something is written for a person: it waits for a merge of that person, and refuses a
-- record that was merged into another one or whose details were removed. The argument names the
-- column that refers to the person; `constraints.ts` turns the trigger's name into what people
-- read.
create or replace function person_record_is_open() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  wanted integer;
  merged integer;
  removed timestamptz;
begin
  if tg_argv[0] = 'patient_id' then
    wanted := new.patient_id;
  else
    wanted := new.person_id;
  end if;
  select merged_into, anonymised into merged, removed from person where id = wanted for share;
  if merged is not null then
    raise exception 'person % has been merged', wanted
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  if removed is not null then
    raise exception 'the details of person % were removed', wanted
      using errcode = 'integrity_constraint_violation', constraint = 'person_anonymised_stays';
  end if;
  return new;
end
$$;

create or replace trigger person_allergy_person_open before insert on person_allergy
  for each row execute function person_record_is_open('person_id');

create or replace trigger staff_person_open before insert or update of person_id on staff
  for each row execute function person_record_is_open('person_id');

create or replace trigger account_person_open before insert or update of person_id on account
  for each row execute function person_record_is_open('person_id');

create or replace trigger vaccination_person_open
  before insert or update of patient_id on vaccination_history
  for each row when (new.patient_id is not null)
  execute function person_record_is_open('patient_id');

create or replace trigger allergy_statement_person_open before insert on allergy_statement
  for each row execute function person_record_is_open('person_id');

create or replace trigger advice_person_open before insert or update of patient_id on patient_advice
  for each row execute function person_record_is_open('patient_id');

create or replace trigger waiting_list_person_open
  before insert or update of patient_id on waiting_list_entry
  for each row execute function person_record_is_open('patient_id');

create or replace trigger correction_request_person_open
  before insert or update of person_id
  on correction_request for each row execute function person_record_is_open('person_id');

create or replace trigger appointment_person_open
  before insert or update of patient_id on appointment
  for each row when (new.patient_id is not null)
  execute function person_record_is_open('patient_id');
