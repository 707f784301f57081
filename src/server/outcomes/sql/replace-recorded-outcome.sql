-- Runs before an outcome is recorded in place of another one (`change-outcomes.ts`). It ends that
-- one, and refuses if somebody else has ended it.
create or replace function replace_recorded_outcome() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update appointment_outcome_given set ended = new.given, ended_by = new.given_by
  where id = new.replaces and ended is null;
  if not found then
    raise exception 'only a present outcome is replaced' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create or replace trigger appointment_outcome_given_replaced
  before insert on appointment_outcome_given
  for each row when (new.replaces is not null) execute function replace_recorded_outcome();
