-- A merge moves allergies beside a statement that there are none, and undoing it moves them apart
-- again. The statement stays as somebody made it, and counts only where no allergies are
-- (readAllergies). Entering an allergy still ends it, because that is said anew.
drop trigger person_allergy_known on person_allergy;
create trigger person_allergy_known after insert on person_allergy
  for each row execute function allergies_are_known();

drop trigger allergy_statement_true on allergy_statement;
create trigger allergy_statement_true before insert or update of none_known on allergy_statement
  for each row execute function none_known_without_allergies();
