-- Runs before the recorded outcome of an appointment is deleted or rewritten, and refuses it:
-- `change-outcomes.ts` withdraws or replaces it. A letter that was issued stays as it was issued,
-- and a merge may still change who recorded it.
create or replace function keep_recorded_outcome() returns trigger language plpgsql as $$
begin
  raise exception 'a recorded outcome stays; withdraw or replace it'
    using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger appointment_outcome_given_is_final
  before update on appointment_outcome_given
  for each row when (
    (new.id, new.appointment_id, new.appointment_outcome_id, new.edition, new.subversion, new.given,
      new.reason, new.replaces)
    is distinct from (old.id, old.appointment_id, old.appointment_outcome_id, old.edition,
      old.subversion, old.given, old.reason, old.replaces)
    or (old.ended is not null and (new.ended, new.withdrawn_reason)
      is distinct from (old.ended, old.withdrawn_reason)))
  execute function keep_recorded_outcome();

create or replace trigger appointment_outcome_given_issued_stays
  before update of issued
  on appointment_outcome_given
  for each row when (old.issued is not null and new.issued is distinct from old.issued)
  execute function keep_recorded_outcome();

create or replace trigger appointment_outcome_given_stays before delete on appointment_outcome_given
  for each row execute function keep_recorded_outcome();
