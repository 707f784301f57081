-- Runs before an appointment or an availability is linked to other hours, which follows from
-- changes of hours and is no version of its own: an open form can still be saved. The first
-- argument is the link, the others are generated from further columns.
create or replace function next_version_but_for_link() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  new.version := old.version + 1;
  new.modified := now();
  return new;
end
$$;

create or replace trigger appointment_version_of_link before update on appointment
  for each row when (new.availability_id is distinct from old.availability_id)
  execute function next_version_but_for_link('availability_id', 'ends_at', 'during');

create or replace trigger availability_version_of_link before update on availability
  for each row when (new.split_from is distinct from old.split_from)
  execute function next_version_but_for_link('split_from');
