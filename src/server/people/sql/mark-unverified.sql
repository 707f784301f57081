-- Runs before a guest is added and before a person with self-declared details changes;
-- `declared-fields.ts` and `merged-fields.ts` read the column `unverified`. A new guest declares
-- everything. An update that leaves `unverified` alone verifies what it changes; one that writes it
-- says itself what is self-declared.
create or replace function mark_unverified() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  details jsonb := declared_details(new);
begin
  if tg_op = 'INSERT' then
    new.unverified := array(select jsonb_object_keys(details));
  elsif new.unverified = old.unverified then
    new.unverified := array(
      select field from unnest(old.unverified) as field
      where details -> field = declared_details(old) -> field);
  end if;
  new.unverified := array(
    select distinct field from unnest(new.unverified) as field
    where coalesce(details ->> field, '') <> '' order by field);
  return new;
end
$$;

create or replace trigger person_unverified_changed before update on person
  for each row when (old.unverified <> '{}' or new.unverified <> '{}')
  execute function mark_unverified();

create or replace trigger person_unverified_new before insert on person
  for each row when (new.is_guest) execute function mark_unverified();
