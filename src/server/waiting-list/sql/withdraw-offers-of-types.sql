-- Withdraws the open offers of services. `withdraw_offers_of_type` and
-- `withdraw_offers_of_category` call it.
create or replace function withdraw_offers_of_types(types integer[]) returns void language sql
  set search_path = public, pg_temp as $$
  select withdraw_offers(array(
    select offer.id
    from waiting_list_offer as offer join waiting_list_entry as entry on entry.id = offer.entry_id
    where entry.appointment_type_id = any(types) and offer.state = 'open'));
$$;
