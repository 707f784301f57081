-- Runs before staff or the patient change what people edit of a person, so signing in counts no
-- version. It reads the clock, not the start of the transaction, because a change may have waited
-- for an earlier one.
create or replace function next_person_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.modified := clock_timestamp();
  return new;
end
$$;

create or replace trigger person_version
  before update of username, title, first_name, last_name, email, mobile,
    landline, dob, gender, nhs_number, address1, address2, city, county, nation, postcode,
    gp_surgery_id, is_portal_user, is_guest, is_staff, is_superuser, is_active, is_deceased, version
  on person for each row execute function next_person_version();
