-- Runs after the text of advice changes and stores the earlier text; `advice-rows.ts` shows it.
create or replace function keep_advice_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into patient_advice_version (patient_advice_id, version, advice_text, replaced_by)
  values (old.id, old.version, old.advice_text, new.changed_by);
  return null;
end
$$;

create or replace trigger patient_advice_changed after update of advice_text on patient_advice
  for each row when (old.advice_text <> new.advice_text) execute function keep_advice_version();
