-- Runs before a submitted form is changed or deleted, and refuses it: `submit-form.ts` adds an
-- amendment.
create or replace function keep_submitted_form() returns trigger language plpgsql as $$
begin
  raise exception 'a submitted form is final; amend it' using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger submitted_form_is_final before update or delete on submitted_form
  for each row execute function keep_submitted_form();
