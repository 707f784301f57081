-- An offer ends with the category of its service, and for patients whom nobody can book for any more
-- (docs/decisions/0094).

-- Any offers (0111 knew those of one service). The patient hears that a time is taken back that they heard of.
create function withdraw_offers(offer_ids integer[]) returns void language sql
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

create function withdraw_offers_of_types(types integer[]) returns void language sql
set search_path = public, pg_temp as $$
  select withdraw_offers(array(
    select offer.id
    from waiting_list_offer as offer join waiting_list_entry as entry on entry.id = offer.entry_id
    where entry.appointment_type_id = any(types) and offer.state = 'open'));
$$;

create or replace function withdraw_offers_of_type() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  perform withdraw_offers_of_types(array[new.id]);
  return null;
end
$$;

-- A service stays while another of its categories is listed.
create function withdraw_offers_of_category() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  perform withdraw_offers_of_types(array(
    select link.appointment_type_id
    from appointment_type_category as link
      join appointment_category as category on category.id = link.appointment_category_id
    group by link.appointment_type_id
    having bool_or(category.tree_id = new.tree_id
        and category.lft >= new.lft and category.rght <= new.rght)
      and bool_and(exists (
        select from appointment_category as above
        where above.tree_id = category.tree_id and above.lft <= category.lft
          and above.rght >= category.rght and (above.disabled or above.hidden)))));
  return null;
end
$$;
create trigger appointment_category_switched_off after update on appointment_category
  for each row when ((new.disabled and not old.disabled) or (new.hidden and not old.hidden))
  execute function withdraw_offers_of_category();

create function withdraw_offers_of_person() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
  where entry.patient_id = new.id and offer.entry_id = entry.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held';
  return null;
end
$$;
create trigger person_not_booked_for after update on person
  for each row when ((new.is_deceased and not old.is_deceased) or (old.is_active and not new.is_active))
  execute function withdraw_offers_of_person();
