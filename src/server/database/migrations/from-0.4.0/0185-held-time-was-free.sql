-- A time that a visitor held was free before: given back, it is looked at for those who wait, but not
-- kept for them. At night anybody could otherwise empty the diary until the morning by holding times
-- (docs/decisions/0095). What was offered is kept for the next person.

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
