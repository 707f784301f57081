-- Runs after an appointment or a hold gives time back. It notes the time in `freed_time`, which
-- `offer-free-times.ts` offers to those who wait. Time that a visitor only held is not kept out of
-- the public list for them (`reserved-for-waiting.ts`), because anybody could empty the diary by
-- holding times.
create or replace function note_freed_time() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  is_kept boolean;
begin
  if is_anybody_waiting() then
    -- `end_offer` has just ended an offer, in this transaction.
    is_kept := old.status <> 'held' or exists (
      select from waiting_list_offer
      where ended = now() and starts_at = old.starts_at and ends_at = old.ends_at);
    insert into freed_time (starts_at, ends_at, staff_id, room_id)
    values (old.starts_at, old.ends_at, case when is_kept then old.staff_id end,
      case when is_kept then old.room_id end);
  end if;
  return null;
end
$$;

create or replace trigger appointment_freed after delete on appointment
  for each row when (old.status <> 'cancelled' and old.ends_at > now())
  execute function note_freed_time();

create or replace trigger appointment_time_freed after update on appointment
  for each row when (
    old.status <> 'cancelled' and old.ends_at > now() and (new.status = 'cancelled'
      or (new.starts_at, new.ends_at, new.staff_id, new.room_id)
        <> (old.starts_at, old.ends_at, old.staff_id, old.room_id)))
  execute function note_freed_time();
