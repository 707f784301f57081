-- Runs after an outcome is added and after its edition changes. It stores the new version, so that
-- an appointment keeps the one that it was given (`outcome-rows.ts`).
create or replace function keep_outcome_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into appointment_outcome_version
  values (new.id, new.edition, new.subversion, new.name, new.keep_version, new.template_code,
    new.template_path, new.version, new.modified);
  return null;
end
$$;

create or replace trigger appointment_outcome_edited after update on appointment_outcome
  for each row when ((new.edition, new.subversion) is distinct from (old.edition, old.subversion))
  execute function keep_outcome_version();

create or replace trigger appointment_outcome_made after insert on appointment_outcome
  for each row execute function keep_outcome_version();
