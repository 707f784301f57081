-- Phone numbers that lost their first 0 in a spreadsheet, as `tidyPhone` completes them from now on:
-- text messages to them were dropped.

create function pg_temp.completed_phone(text) returns text language sql immutable as $$
  with written as (select regexp_replace($1, '\D', '', 'g') as digits)
  select case
    when $1 like '+%' or digits !~ '^[17]\d{9}$' then $1
    when digits ~ '^1(\d?1)' then regexp_replace('0' || digits, '^(\d{4})(\d{3})', '\1 \2 ')
    else regexp_replace('0' || digits, '^(\d{5})(\d{3})', '\1 \2 ')
  end from written
$$;

update person set
  mobile = pg_temp.completed_phone(mobile),
  landline = pg_temp.completed_phone(landline)
where (mobile, landline)
  is distinct from (pg_temp.completed_phone(mobile), pg_temp.completed_phone(landline));

update gp_surgery set telephone = pg_temp.completed_phone(telephone)
where telephone <> pg_temp.completed_phone(telephone);

update site set telephone = pg_temp.completed_phone(telephone)
where telephone <> pg_temp.completed_phone(telephone);
