-- Writes words in small letters without signs, each after a space. Generated columns of
-- `appointment_type` store it, and `public-catalogue.ts` searches the public list of services by them.
create or replace function search_words(written text) returns text
  language sql immutable strict parallel safe
  return rtrim(' ' || regexp_replace(folded_name(written), '[[:punct:][:space:]]+', ' ', 'g'));
