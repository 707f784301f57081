-- What a patient's list of allergies says, who said so last and when. "No known allergies" is an
-- entry of its own: an empty list means that nobody has asked.

create table allergy_statement (
  person_id integer primary key references person on delete cascade,
  none_known boolean not null,
  stated timestamptz not null default now(),
  stated_by integer references person on delete set null
);
create index allergy_statement_stated_by on allergy_statement (stated_by)
  where stated_by is not null;

-- Nobody has allergies and no known allergies, also not after two records were merged.
create function allergies_are_known() returns trigger language plpgsql as $$
begin
  update allergy_statement set none_known = false where person_id = new.person_id and none_known;
  return null;
end
$$;
create trigger person_allergy_known after insert or update on person_allergy
  for each row execute function allergies_are_known();

create function none_known_without_allergies() returns trigger language plpgsql as $$
begin
  if new.none_known and exists (select from person_allergy where person_id = new.person_id) then
    new.none_known := false;
  end if;
  return new;
end
$$;
create trigger allergy_statement_true before insert or update on allergy_statement
  for each row execute function none_known_without_allergies();
