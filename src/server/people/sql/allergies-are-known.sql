-- Runs after an allergy is added to a person and ends the statement that none are known. Somebody
-- has allergies or no known allergies, never both (`people/allergies.ts`).
create or replace function allergies_are_known() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  update allergy_statement set none_known = false where person_id = new.person_id and none_known;
  return null;
end
$$;

create or replace trigger person_allergy_known after insert on person_allergy
  for each row execute function allergies_are_known();
