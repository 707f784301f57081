-- Runs before an earlier text of advice is changed or deleted, and refuses it. A merge may still
-- change who replaced it (`advice-rows.ts` reads the texts).
create or replace function keep_earlier_advice() returns trigger language plpgsql as $$
begin
  raise exception 'an earlier text of advice stays as it is'
    using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger patient_advice_version_is_final
  before delete or update of patient_advice_id, version, advice_text, replaced
  on patient_advice_version
  for each row execute function keep_earlier_advice();
