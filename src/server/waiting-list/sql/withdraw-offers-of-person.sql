-- Runs after a person is marked as deceased or closed (`people/user-store.ts`) and withdraws what
-- was offered to them, without notifying them.
create or replace function withdraw_offers_of_person() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
  where entry.patient_id = new.id and offer.entry_id = entry.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held';
  return null;
end
$$;

create or replace trigger person_not_booked_for after update on person
  for each row when ((new.is_deceased and not old.is_deceased) or (old.is_active and not new.is_active))
  execute function withdraw_offers_of_person();
