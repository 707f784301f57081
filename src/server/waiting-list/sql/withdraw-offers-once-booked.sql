-- Withdraws what was offered to a patient who now has an appointment of the service by another way;
-- nobody is notified, because the patient booked. `keep_waiting` and `withdraw_merged_offers` call
-- it.
create or replace function withdraw_offers_once_booked(patient integer, type integer)
  returns void language sql
  set search_path = public, pg_temp as $$
  delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
  where entry.patient_id = patient and entry.appointment_type_id = type
    and entry.state = 'waiting' and entry.appointment_id is null
    and offer.entry_id = entry.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held'
$$;
