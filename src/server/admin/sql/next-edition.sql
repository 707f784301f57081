-- Runs before the text of an outcome, a form or a message template changes. It counts the edition,
-- or the subversion where the editor keeps the edition; `admin/routes.ts` shows both.
create or replace function next_edition() returns trigger language plpgsql as $$
begin
  if new.keep_version then
    new.edition := old.edition;
    new.subversion := old.subversion + 1;
  else
    new.edition := old.edition + 1;
    new.subversion := 0;
  end if;
  return new;
end
$$;

create or replace trigger appointment_outcome_edition before update on appointment_outcome
  for each row when ((new.name, new.template_code, new.template_path)
    is distinct from (old.name, old.template_code, old.template_path))
  execute function next_edition();

create or replace trigger eform_edition before update on eform
  for each row when ((new.title, new.description, new.form_definition::jsonb)
    is distinct from (old.title, old.description, old.form_definition::jsonb))
  execute function next_edition();

create or replace trigger message_template_edition before update on message_template
  for each row when ((new.subject, new.body) is distinct from (old.subject, old.body))
  execute function next_edition();
