-- Runs after a vaccination is corrected and stores the record as it was; `vaccination-rows.ts`
-- shows the earlier versions. A merge of two patients corrects nothing.
create or replace function keep_vaccination_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into vaccination_history_version (vaccination_id, version, kept)
  values (old.id, old.version, to_jsonb(old));
  return null;
end
$$;

create or replace trigger vaccination_history_corrected after update on vaccination_history
  for each row when (old.patient_id = new.patient_id) execute function keep_vaccination_version();
