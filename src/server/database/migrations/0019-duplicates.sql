-- People who may be one person twice: found, decided, merged, and taken back (docs/decisions/0030).

create extension if not exists pg_trgm;

-- The words of a name in small letters without signs, in one order: `foldedWords` does the same.
create function folded_name(name text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from regexp_split_to_table(
      replace(replace(replace(replace(
        translate(
          lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f''’‘`.]', '', 'g')),
          'øØđĐðÐłŁħĦı', 'ooddddllhhi'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[-‐–—_/,()[:space:]]+') as word
    where word <> '');

-- A phone number without its country code or first zero.
create function plain_phone(phone text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^(0044|44|0)0?', '');

create function plain_digits(written text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(written, '[^0-9]', '', 'g');

alter table person
  add column folded_name text not null
    generated always as (folded_name(first_name || ' ' || last_name)) stored,
  add column merged_into integer references person on delete restrict,
  add constraint person_merged_is_closed check (merged_into is null or not is_active),
  add constraint person_merged_into_another check (merged_into <> id);
comment on column person.merged_into is 'the record that is kept of the same person';
create index person_merged on person (merged_into) where merged_into is not null;

-- Among those who share one of these, names are compared.
create index person_dob on person (dob) where dob is not null;
create index person_nhs_number on person (plain_digits(nhs_number)) where nhs_number <> '';
create index person_mobile on person (plain_phone(mobile)) where mobile <> '';
create index person_landline on person (plain_phone(landline)) where landline <> '';

-- Two people who may be one, with what speaks for it, or of whom somebody said that they are two.
drop table duplicate_candidate;
create table duplicate_candidate (
  person_id integer not null references person on delete cascade,
  other_id integer not null references person on delete cascade,
  score smallint not null check (score between 0 and 100),
  reasons text[] not null,
  found_at timestamptz not null default now(),
  not_same_at timestamptz,
  not_same_by integer references person on delete set null,
  primary key (person_id, other_id),
  constraint duplicate_candidate_order check (person_id < other_id)
);
create index duplicate_candidate_other on duplicate_candidate (other_id);

-- Whose name, birth date or addresses are new: they are compared with everybody soon.
create table person_to_compare (
  person_id integer primary key references person on delete cascade
);
insert into person_to_compare select id from person;

create function note_people_to_compare() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into person_to_compare select id from new_people on conflict do nothing;
  else
    insert into person_to_compare
    select id from new_people join old_people using (id)
    where (new_people.folded_name, new_people.dob, new_people.nhs_number, new_people.mobile,
        new_people.landline, new_people.email, new_people.postcode, new_people.merged_into)
      is distinct from (old_people.folded_name, old_people.dob, old_people.nhs_number,
        old_people.mobile, old_people.landline, old_people.email, old_people.postcode,
        old_people.merged_into)
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger person_to_compare_new after insert on person
  referencing new table as new_people
  for each statement execute function note_people_to_compare();
create trigger person_to_compare_changed after update on person
  referencing old table as old_people new table as new_people
  for each statement execute function note_people_to_compare();

-- A search among everybody: how far it is, so that it goes on where it was after an interruption.
create table duplicate_search (
  id integer generated always as identity primary key,
  started timestamptz not null default now(),
  started_by integer references person on delete set null,
  last_person_id integer not null default 0,
  done integer not null default 0,
  total integer not null,
  ended timestamptz,
  failed boolean not null default false
);
create unique index duplicate_search_running on duplicate_search ((true)) where ended is null;
