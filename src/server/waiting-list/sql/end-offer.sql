-- Runs before a hold is deleted, whoever gives it back. It ends the offer that the hold was for, as
-- expired or withdrawn; `offer-free-times.ts` then offers the time to the next person.
create or replace function end_offer() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update waiting_list_offer
  set state = case when old.hold_expires_at <= now() then 'expired' else 'withdrawn' end,
    ended = now(), hold_id = null
  where hold_id = old.id and state = 'open';
  return old;
end
$$;

create or replace trigger appointment_offer_ended before delete on appointment
  for each row when (old.status = 'held') execute function end_offer();
