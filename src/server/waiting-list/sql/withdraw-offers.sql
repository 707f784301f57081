-- Withdraws offers by deleting their holds, and notifies patients who were told of the offered time
-- (`send-messages.ts`). `impossible-offers.ts` and `withdraw_offers_of_types` call it.
create or replace function withdraw_offers(offer_ids integer[]) returns void language sql
  set search_path = public, pg_temp as $$
  insert into message (event, offer_id, patient_id)
  select 'offer_ended', offer.id, entry.patient_id
  from waiting_list_offer as offer join waiting_list_entry as entry on entry.id = offer.entry_id
  where offer.id = any(offer_ids) and offer.state = 'open'
    and exists (select from message where offer_id = offer.id and event = 'offer'
      and state in ('sending', 'sent', 'unknown'))
  on conflict do nothing;
  delete from appointment using waiting_list_offer as offer
  where offer.id = any(offer_ids) and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held';
$$;
