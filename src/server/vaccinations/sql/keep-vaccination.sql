-- Runs before a vaccination is deleted and refuses it: `correct-vaccination.ts` marks it as entered
-- in error.
create or replace function keep_vaccination() returns trigger language plpgsql as $$
begin
  raise exception 'a vaccination record is kept; mark it as entered in error'
    using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger vaccination_history_is_kept before delete on vaccination_history
  for each row execute function keep_vaccination();
