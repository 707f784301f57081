-- Decides what becomes of a place on the waiting list when its patient's appointments change.
-- Booking one turns the wait into one for an earlier time and ends open offers; losing it by
-- another way than rescheduling ends the wait; `waiting-list.ts` shows the state.
create or replace function keep_waiting() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  was_here boolean := tg_op = 'UPDATE' and old.status = 'booked' and new.status = 'booked'
    and new.appointment_type_id = old.appointment_type_id;
begin
  if tg_op = 'UPDATE' and old.status = 'booked' and not was_here then
    update waiting_list_entry set state = 'left', ended = now()
    where appointment_id = new.id and state = 'waiting';
  end if;
  if was_here then
    delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
    where entry.appointment_id = new.id and offer.entry_id = entry.id and offer.state = 'open'
      and appointment.id = offer.hold_id and appointment.status = 'held'
      and appointment.starts_at >= new.starts_at;
  elsif new.status = 'booked' and exists (select from waiting_list_entry
    where patient_id = new.patient_id and appointment_type_id = new.appointment_type_id
      and state = 'waiting') then
    perform withdraw_offers_once_booked(new.patient_id, new.appointment_type_id);
    update waiting_list_entry set appointment_id = new.id
    where patient_id = new.patient_id and appointment_type_id = new.appointment_type_id
      and state = 'waiting' and appointment_id is null;
  end if;
  return null;
end
$$;

create or replace trigger appointment_awaited after update on appointment
  for each row when (
    (old.status <> 'booked' and new.status = 'booked') or (old.status = 'booked'
      and (new.status <> 'booked' or new.appointment_type_id <> old.appointment_type_id
        or new.starts_at < old.starts_at)))
  execute function keep_waiting();

create or replace trigger appointment_waited_for after insert on appointment
  for each row when (new.status = 'booked') execute function keep_waiting();
