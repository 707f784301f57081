-- Decides whether freed time is worth noting: the three triggers that write `freed_time` and
-- `offer-free-times.ts` ask it.
create or replace function is_anybody_waiting() returns boolean language sql stable
  return exists (select from waiting_list_entry where state = 'waiting');
