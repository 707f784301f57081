-- Runs after a form is added and after its edition changes. It stores the new version, so that a
-- form that somebody is filling in keeps the questions that they saw (`form-rows.ts`).
create or replace function keep_eform_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into eform_version
  values (new.id, new.edition, new.subversion, new.title, new.description, new.form_definition,
    new.version, new.modified);
  return null;
end
$$;

create or replace trigger eform_edited after update on eform
  for each row when ((new.edition, new.subversion) is distinct from (old.edition, old.subversion))
  execute function keep_eform_version();

create or replace trigger eform_made after insert on eform
  for each row execute function keep_eform_version();
