-- Names are found however they are typed: without accents, with or without hyphens and spaces, Mac
-- for Mc, Saint for St; phone numbers with or without the country code (docs/decisions/0111).

-- The words of a name in small letters without signs, in their order. `folded_name` sorts them.
create function plain_name(name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f''’‘`.]', '', 'g')),
        'øØđĐðÐłŁħĦı', 'ooddddllhhi'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[-‐‑–—_/,()[:space:]]+', ' ', 'g'));

-- Each word after a space: as written, plain, as one word, and with the other spelling of Mac and St.
create function searched_name(first_name text, last_name text) returns text
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

alter table person drop column search_text;
alter table person
  add column name_text text not null generated always as (searched_name(first_name, last_name)) stored,
  add column search_text text not null generated always as (
    searched_name(first_name, last_name)
    || ' ' || lower(coalesce(username, '') || ' ' || email || ' ' || mobile || ' ' || landline
      || ' ' || postcode || ' ' || replace(postcode, ' ', ''))
    || ' ' || plain_digits(nhs_number) || ' ' || plain_digits(mobile)
    || ' ' || plain_digits(landline) || ' ' || plain_phone(mobile) || ' ' || plain_phone(landline)
    || coalesce(' ' || lpad(extract(day from dob)::text, 2, '0')
      || '/' || lpad(extract(month from dob)::text, 2, '0')
      || '/' || extract(year from dob)::text
      || ' ' || extract(year from dob)::text || '-' || lpad(extract(month from dob)::text, 2, '0')
      || '-' || lpad(extract(day from dob)::text, 2, '0'), '')
  ) stored;
comment on column person.name_text is 'what somebody is searched by where only names are: words, each after a space';
comment on column person.search_text is 'what somebody is searched by: words, each after a space';
create index person_search on person using gin (search_text gin_trgm_ops);

analyze person;
