-- Which availability an appointment or a split rule is linked to follows from changes of hours. It is
-- no version of its own: an open form of the appointment or the rule can still be saved.

-- The first argument is the link, the others are generated from further columns.
create function next_version_but_for_link() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  new.version := old.version + 1;
  new.modified := now();
  return new;
end
$$;

-- Few updates change a link, and only those compare whole rows.
drop trigger appointment_version on appointment;
create trigger appointment_version before update on appointment
  for each row when (new.availability_id is not distinct from old.availability_id)
  execute function next_version();
create trigger appointment_version_of_link before update on appointment
  for each row when (new.availability_id is distinct from old.availability_id)
  execute function next_version_but_for_link('availability_id', 'ends_at', 'during');
drop trigger availability_version on availability;
create trigger availability_version before update on availability
  for each row when (new.split_from is not distinct from old.split_from)
  execute function next_version();
create trigger availability_version_of_link before update on availability
  for each row when (new.split_from is distinct from old.split_from)
  execute function next_version_but_for_link('split_from');

-- Undoing a deletion links its appointments again (docs/decisions/0113).
alter table availability_change add column appointment_ids integer[] not null default '{}';
comment on column availability_change.appointment_ids is
  'the appointments that were linked to the availability when the change deleted it';
