-- Runs after an availability offers a further service and notes its hours in `freed_time`, which
-- `offer-free-times.ts` offers to those who wait.
create or replace function note_type_offered() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if is_anybody_waiting() then
    insert into freed_time (starts_at, ends_at)
    select min(starts_at), max(ends_at) from availability_occurrence
    where availability_id in (select availability_id from new_types)
    having min(starts_at) is not null;
  end if;
  return null;
end
$$;

create or replace trigger availability_type_offered after insert on availability_appointment_type
  referencing new table as new_types for each statement execute function note_type_offered();
