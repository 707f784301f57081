-- Runs after a place on the waiting list ends, and deletes the hold of its open offer, so that
-- `end_offer` ends the offer (`own-entries.ts`, `answer-offer.ts` and `offer-free-times.ts` end places).
create or replace function give_offer_back() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  delete from appointment using waiting_list_offer as offer
  where offer.entry_id = new.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held';
  return null;
end
$$;

create or replace trigger waiting_list_entry_ended after update on waiting_list_entry
  for each row when (old.state = 'waiting' and new.state <> 'waiting')
  execute function give_offer_back();
