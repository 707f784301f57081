-- People are kept in the administration area, where a hundred thousand of them are searched as
-- somebody types, and nobody overwrites what somebody else has changed.

alter table person add column version integer not null default 1;

-- Signing in changes nothing that anybody edits. By the clock, not by the transaction's start: a
-- change may have waited for an earlier one.
create function next_person_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.modified := clock_timestamp();
  return new;
end
$$;
create trigger person_version before update of username, title, first_name, last_name, email, mobile,
    landline, dob, gender, nhs_number, address1, address2, city, county, nation, postcode,
    gp_surgery_id, is_portal_user, is_guest, is_staff, is_superuser, is_active, is_deceased, version
  on person for each row execute function next_person_version();

-- What 0022 has, and besides the username, the landline, the postcode with and without its space, and
-- the birth date as it travels.
alter table person drop column search_text;
alter table person add column search_text text not null generated always as (
  lower(' ' || first_name || ' ' || last_name || ' ' || coalesce(username, '') || ' ' || email
    || ' ' || mobile || ' ' || landline || ' ' || postcode || ' ' || replace(postcode, ' ', ''))
  || ' ' || folded_name(first_name || ' ' || last_name)
  || ' ' || plain_digits(nhs_number) || ' ' || plain_digits(mobile)
  || ' ' || plain_digits(landline)
  || coalesce(' ' || lpad(extract(day from dob)::text, 2, '0')
    || '/' || lpad(extract(month from dob)::text, 2, '0')
    || '/' || extract(year from dob)::text
    || ' ' || extract(year from dob)::text || '-' || lpad(extract(month from dob)::text, 2, '0')
    || '-' || lpad(extract(day from dob)::text, 2, '0'), '')
) stored;
comment on column person.search_text is 'what somebody is searched by: words, each after a space';
create index person_search on person using gin (search_text gin_trgm_ops);

-- What narrows the list to a few.
create index person_staff on person (id) where is_staff;
create index person_deceased on person (id) where is_deceased;
create index person_not_active on person (id) where not is_active;

analyze person;
