-- Lists of a hundred thousand people and a million appointments, searched as somebody types
-- (docs/decisions/0027).

-- All that a person is searched by, in small letters, each word after a space: one index answers
-- for every word, and for the beginnings of words.
alter table person add column search_text text not null generated always as (
  lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || mobile)
  || ' ' || folded_name(first_name || ' ' || last_name)
  || ' ' || plain_digits(nhs_number) || ' ' || plain_digits(mobile)
  || coalesce(' ' || lpad(extract(day from dob)::text, 2, '0')
    || '/' || lpad(extract(month from dob)::text, 2, '0')
    || '/' || extract(year from dob)::text, '')
) stored;
create index person_search on person using gin (search_text gin_trgm_ops);
create index person_by_last_name on person (last_name, id);

-- By the beginning of a reference, too: in the order of its bytes the same index finds it.
alter table appointment alter column reference type text collate "C";

-- What a list of appointments is narrowed by.
drop index appointment_by_type;
create index appointment_by_type on appointment (appointment_type_id, starts_at);
create index appointment_by_status on appointment (status, starts_at);

analyze person;
