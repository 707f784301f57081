-- Runs before advice is deleted and before withdrawn advice changes, and refuses it:
-- `change-advice.ts` withdraws advice with a reason, for good.
create or replace function keep_patient_advice() returns trigger language plpgsql as $$
begin
  raise exception 'advice is withdrawn with a reason, and then stays as it is'
    using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger patient_advice_is_kept before delete on patient_advice
  for each row execute function keep_patient_advice();

create or replace trigger patient_advice_stays_withdrawn
  before update of advice_text, pinned, favourite, archived_at, withdrawn_at, withdrawn_reason
  on patient_advice
  for each row when (old.withdrawn_at is not null) execute function keep_patient_advice();
