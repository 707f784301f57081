-- Runs after people are added and after what identifies them changes. It notes them in
-- `person_to_compare`, which `duplicate-search.ts` compares with everybody soon after.
create or replace function note_people_to_compare() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into person_to_compare select id from new_people on conflict do nothing;
  else
    insert into person_to_compare
    select id from new_people join old_people using (id)
    where (new_people.folded_name, new_people.dob, new_people.nhs_number, new_people.mobile,
        new_people.landline, new_people.email, new_people.postcode, new_people.merged_into)
      is distinct from (old_people.folded_name, old_people.dob, old_people.nhs_number,
        old_people.mobile, old_people.landline, old_people.email, old_people.postcode,
        old_people.merged_into)
    on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger person_to_compare_changed after update on person
  referencing old table as old_people new table as new_people
  for each statement execute function note_people_to_compare();

create or replace trigger person_to_compare_new after insert on person
  referencing new table as new_people
  for each statement execute function note_people_to_compare();
