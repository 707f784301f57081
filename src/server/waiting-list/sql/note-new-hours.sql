-- Runs after hours are added or moved and notes them in `freed_time`, which `offer-free-times.ts`
-- offers to those who wait.
create or replace function note_new_hours() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if is_anybody_waiting() then
    insert into freed_time (starts_at, ends_at)
    select min(starts_at), max(ends_at) from new_hours having min(starts_at) is not null;
  end if;
  return null;
end
$$;

create or replace trigger availability_occurrence_moved after update on availability_occurrence
  referencing new table as new_hours for each statement execute function note_new_hours();

create or replace trigger availability_occurrence_new after insert on availability_occurrence
  referencing new table as new_hours for each statement execute function note_new_hours();
