create table treatment (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null,
  given_by text not null check (given_by in ('anybody', 'nurse')),
  minutes integer not null check (minutes > 0),
  price numeric(8, 2) not null check (price >= 0),
  is_offered boolean not null,
  offered_from date,
  version integer not null default 1,
  modified timestamptz not null default now()
);
create unique index treatment_name on treatment (lower(name));
create trigger treatment_version before update on treatment
  for each row execute function next_version();
