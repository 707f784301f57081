-- Runs before an anonymised guest is updated and refuses it, so that no details return
-- (`anonymise-guest.ts`).
create or replace function keep_anonymised() returns trigger language plpgsql as $$
begin
  raise exception 'the details of person % were removed', old.id
    using errcode = 'integrity_constraint_violation', constraint = 'person_anonymised_stays';
end
$$;

create or replace trigger person_anonymised_stays before update on person
  for each row when (old.anonymised is not null) execute function keep_anonymised();
