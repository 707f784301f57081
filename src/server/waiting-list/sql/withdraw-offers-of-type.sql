-- Runs after a service is disabled or hidden (`catalogue/appointment-type-store.ts`) and withdraws
-- its open offers.
create or replace function withdraw_offers_of_type() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform withdraw_offers_of_types(array[new.id]);
  return null;
end
$$;

create or replace trigger appointment_type_switched_off after update on appointment_type
  for each row when ((new.disabled and not old.disabled) or (new.hidden and not old.hidden))
  execute function withdraw_offers_of_type();
