-- Runs after a merge brings a place on the waiting list and an appointment of its service into one
-- record. It withdraws what was offered, and `offer-free-times.ts` offers nothing more while the
-- appointment is to come, unless the patient joins again.
create or replace function withdraw_merged_offers() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if has_booked(new.patient_id, new.appointment_type_id) then
    perform withdraw_offers_once_booked(new.patient_id, new.appointment_type_id);
    update waiting_list_entry set is_in_question = true
    where patient_id = new.patient_id and appointment_type_id = new.appointment_type_id
      and state = 'waiting' and appointment_id is null;
  end if;
  return null;
end
$$;

create or replace trigger waiting_list_entry_merged after update of patient_id on waiting_list_entry
  for each row when (new.patient_id <> old.patient_id)
  execute function withdraw_merged_offers();

create or replace trigger appointment_merged after update of patient_id on appointment
  for each row when (new.status = 'booked' and new.patient_id <> old.patient_id)
  execute function withdraw_merged_offers();
