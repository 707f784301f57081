-- What advice to a patient is about (specification, section 3).

create table advice_category (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create unique index advice_category_name on advice_category (lower(name));
create trigger advice_category_version before update on advice_category
  for each row execute function next_version();
