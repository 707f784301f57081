-- Writes each word that finds a name after a space: as typed, plain, joined, and with the other
-- spelling of Mac and Saint. The generated columns `name_text` and `search_text` of `person` store
-- it and `resources/search-words.ts` searches them: another result needs new columns.
create or replace function searched_name(first_name text, last_name text) returns text
  language sql immutable strict parallel safe
  return (
    select concat_ws(' ', ' ' || lower(first_name || ' ' || last_name), first, last,
      replace(first, ' ', ''), replace(last, ' ', ''),
      case when last ~ '\mma?c' then regexp_replace(last, '\mma?c ?(?=[a-z])', 'mc', 'g')
        || ' ' || regexp_replace(last, '\mma?c ?(?=[a-z])', 'mac', 'g') end,
      case when last ~ '\mst\M' then regexp_replace(last, '\mst\M', 'saint', 'g')
        when last ~ '\msaint\M' then regexp_replace(last, '\msaint\M', 'st', 'g') end)
    from (select plain_name(first_name) as first, plain_name(last_name) as last) as plain
  );
