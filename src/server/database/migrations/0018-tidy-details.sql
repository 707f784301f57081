-- Postcodes, phone numbers and e-mail addresses as `src/lib/contract/tidy-details.ts` keeps them from
-- now on, so that the same is found and compared as the same.

create function pg_temp.tidy_postcode(text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(upper(btrim($1)), '\s+', ' ', 'g'),
    '^(GIR|[A-Z]{1,2}\d[A-Z\d]?)[ -]?(\d[A-Z]{2})$', '\1 \2')
$$;

create function pg_temp.tidy_email(text) returns text language sql immutable as $$
  select regexp_replace(btrim($1), '@[^@]*$', '') || lower(coalesce(substring(btrim($1) from '@[^@]*$'), ''))
$$;

create function pg_temp.spaced(text) returns text language sql immutable as $$
  select case
    when $1 ~ '^02' then regexp_replace($1, '^(\d{3})(\d{4})', '\1 \2 ')
    when $1 ~ '^0(1\d?1|[389])' then regexp_replace($1, '^(\d{4})(\d{3})', '\1 \2 ')
    when length($1) = 11 then regexp_replace($1, '^(\d{5})(\d{3})', '\1 \2 ')
    else regexp_replace($1, '^(\d{5})', '\1 ') end
$$;

create function pg_temp.tidy_phone(text) returns text language sql immutable as $$
  with started as (
    select regexp_replace(regexp_replace(btrim($1), '^\+?\s*00(?=\s*[1-9])', '+'),
      '^(\+[\d\s.-]*)\(0\)', '\1 ') as text
  ), grouped as (
    select btrim(regexp_replace(text, '[^\d+]+', ' ', 'g')) as text from started
  ), read as (
    select text, coalesce(
      substring(replace(text, ' ', '') from '^(?:\+ ?44 ?0?|0)([1-9]\d{8,9})$'),
      substring(regexp_replace(text, '\D', '', 'g') from '^44(7\d{9})$')) as within
    from grouped
  )
  select case when within is null then text else pg_temp.spaced('0' || within) end from read
$$;

update person set
  postcode = pg_temp.tidy_postcode(postcode),
  email = pg_temp.tidy_email(email),
  mobile = pg_temp.tidy_phone(mobile),
  landline = pg_temp.tidy_phone(landline)
where (postcode, email, mobile, landline) is distinct from (pg_temp.tidy_postcode(postcode),
  pg_temp.tidy_email(email), pg_temp.tidy_phone(mobile), pg_temp.tidy_phone(landline));

update gp_surgery set
  postcode = pg_temp.tidy_postcode(postcode),
  email = pg_temp.tidy_email(email),
  telephone = pg_temp.tidy_phone(telephone)
where (postcode, email, telephone) is distinct from (pg_temp.tidy_postcode(postcode),
  pg_temp.tidy_email(email), pg_temp.tidy_phone(telephone));

update site set
  postcode = pg_temp.tidy_postcode(postcode),
  email = pg_temp.tidy_email(email),
  telephone = pg_temp.tidy_phone(telephone)
where (postcode, email, telephone) is distinct from (pg_temp.tidy_postcode(postcode),
  pg_temp.tidy_email(email), pg_temp.tidy_phone(telephone));
