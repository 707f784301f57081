-- Small corrections of one's own name are measured from here (docs/decisions/0100), not from the last one.
alter table person add column vouched_names jsonb;
comment on column person.vouched_names is 'first_name and last_name as they were before their person changed them; counts for those that are unverified';
