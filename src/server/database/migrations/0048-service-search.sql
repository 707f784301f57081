-- Visitors search services by the beginnings of words, and by other words than those of their names
-- (docs/decisions/0048).

-- Words in small letters without signs, each after a space.
create function search_words(written text) returns text
  language sql immutable strict parallel safe
  return rtrim(' ' || regexp_replace(folded_name(written), '[[:punct:][:space:]]+', ' ', 'g'));

alter table appointment_type add column synonyms text not null default '';
comment on column appointment_type.synonyms is 'other words that people search for it by';
alter table appointment_type
  add column name_words text not null generated always as (search_words(name)) stored,
  add column synonym_words text not null generated always as (search_words(synonyms)) stored,
  add column description_words text not null generated always as (search_words(description)) stored;
