-- Runs before a merge or its undoing moves a place on the waiting list to another record. It
-- unlinks the appointment unless that belongs to the same record (`merging/move-records.ts`).
create or replace function leave_appointment() returns trigger language plpgsql
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

create or replace trigger waiting_list_entry_moved before update of patient_id on waiting_list_entry
  for each row when (new.appointment_id is not null and new.patient_id <> old.patient_id)
  execute function leave_appointment();
