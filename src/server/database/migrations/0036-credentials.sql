-- A credential opens what its holder proved (docs/decisions/0037): each one records who vouched for it
-- and what it opens. Merging people changes neither.

create domain voucher as text
  check (value in ('self_declared', 'identity_provider', 'staff'));

-- A guest types their own details. The token opens the record it was issued for, as long as that is a
-- guest's and nobody else's record is merged with it.
alter table guest_access add column vouched_by voucher not null default 'self_declared';

-- A link opens one appointment, and names the person as they were called when it was issued.
alter table appointment_access
  add column vouched_by voucher not null default 'self_declared',
  add column issued_to integer references person on delete cascade,
  add column issued_name text not null default '';
update appointment_access set issued_to = patient_id, issued_name = full_name
from appointment join person on person.id = patient_id
where appointment.id = appointment_id;
alter table appointment_access
  alter column issued_to set not null,
  alter column issued_name drop default;
create index appointment_access_issued_to on appointment_access (issued_to);

-- A sign-in opens the person whom the identity provider's claims led to, or more where staff checked it.
alter table account add column vouched_by voucher not null default 'identity_provider';
update account set vouched_by = 'staff'
where exists (select from person_merge where kept_id = person_id and undone_at is null);

-- The details of a person that they declared themselves and nobody has verified.
alter table person add column unverified text[] not null default '{}';
comment on column person.unverified is 'fields whose value is self-declared; a value that staff enter is verified';

-- By field the value that a person declares; fields are those a merge chooses from.
create function declared_details(person) returns jsonb
  language sql stable parallel safe
  return jsonb_build_object(
    'title', $1.title, 'first_name', $1.first_name, 'last_name', $1.last_name, 'dob', $1.dob,
    'gender', nullif($1.gender, -1), 'nhs_number', $1.nhs_number, 'email', $1.email,
    'mobile', $1.mobile, 'landline', $1.landline,
    'address', $1.address1 || $1.address2 || $1.city || $1.county || $1.nation || $1.postcode,
    'gp_surgery', $1.gp_surgery_id);

-- A new guest declares everything. An update that leaves `unverified` alone verifies what it changes;
-- one that writes it says itself which fields are self-declared, and repeats a field to keep its mark.
create function mark_unverified() returns trigger language plpgsql
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
create trigger person_unverified_new before insert on person
  for each row when (new.is_guest) execute function mark_unverified();
create trigger person_unverified_changed before update on person
  for each row when (old.unverified <> '{}' or new.unverified <> '{}')
  execute function mark_unverified();

-- What guests declared so far, and what came from a guest by a merge that stands.
update person set unverified = array(select jsonb_object_keys(declared_details(person)))
where is_guest;
update person set unverified = unverified || array(
  select case
      when name in ('address1', 'address2', 'city', 'county', 'nation', 'postcode') then 'address'
      when name = 'gp_surgery_id' then 'gp_surgery'
      else name end
  from person_merge
    join person as merged on merged.id = merged_id and merged.is_guest
    cross join jsonb_object_keys(changed -> 'kept') as name
  where kept_id = person.id and undone_at is null)
where not is_guest and exists (
  select from person_merge where kept_id = person.id and undone_at is null);

-- What is written for a person waits for a merge of that person, and nothing is written for a record
-- that has been merged into another one. The argument names the column that refers to the person.
create function person_record_is_open() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  wanted integer;
  kept integer;
begin
  if tg_argv[0] = 'patient_id' then
    wanted := new.patient_id;
  else
    wanted := new.person_id;
  end if;
  select merged_into into kept from person where id = wanted for share;
  if kept is not null then
    raise exception 'person % has been merged', wanted
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end
$$;
create trigger appointment_person_open before insert or update of patient_id on appointment
  for each row when (new.patient_id is not null)
  execute function person_record_is_open('patient_id');
create trigger vaccination_person_open before insert or update of patient_id on vaccination_history
  for each row when (new.patient_id is not null)
  execute function person_record_is_open('patient_id');
create trigger staff_person_open before insert or update of person_id on staff
  for each row execute function person_record_is_open('person_id');
create trigger account_person_open before insert or update of person_id on account
  for each row execute function person_record_is_open('person_id');
