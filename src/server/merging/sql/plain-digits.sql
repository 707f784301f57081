-- Keeps the digits of a number. An index and `person.search_text` store it; `find-alike.ts`
-- compares NHS numbers by it.
create or replace function plain_digits(written text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(written, '[^0-9]', '', 'g');
