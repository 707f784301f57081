-- Runs before somebody states that they have no known allergies, and does not let the statement
-- count beside an allergy (`people/allergies.ts`). A merge moves allergies without it: the
-- statement then stays as it was made.
create or replace function none_known_without_allergies() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.none_known and exists (select from person_allergy where person_id = new.person_id) then
    new.none_known := false;
  end if;
  return new;
end
$$;

create or replace trigger allergy_statement_true
  before insert or update of none_known on allergy_statement
  for each row execute function none_known_without_allergies();
