-- People, staff and the places they work in. Field names follow the specification, section 3.

create extension if not exists btree_gist;

create table gp_surgery (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  county text not null default '',
  nation text not null default '',
  postcode text not null default '',
  telephone text not null default '',
  email text not null default ''
);
create index gp_surgery_name on gp_surgery (lower(name));

create table allergy (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default ''
);
create unique index allergy_name on allergy (lower(name));

-- One human being. An e-mail address does not identify one: families share them.
create table person (
  id integer generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  username text unique,
  title text not null default '',
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  email text not null default '',
  mobile text not null default '',
  landline text not null default '',
  dob date,
  gender smallint not null default -1,
  nhs_number text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  county text not null default '',
  nation text not null default '',
  postcode text not null default '',
  gp_surgery_id integer references gp_surgery on delete set null,
  is_portal_user boolean not null default false,
  is_guest boolean not null default false,
  is_staff boolean not null default false,
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  is_deceased boolean not null default false,
  last_login timestamptz,
  date_joined timestamptz not null default now(),
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  constraint person_dob_sane check (dob is null or dob between date '1880-01-01' and date '2200-01-01')
);
create index person_name on person (lower(last_name), lower(first_name));
create index person_gp_surgery on person (gp_surgery_id) where gp_surgery_id is not null;

create table person_allergy (
  person_id integer not null references person on delete cascade,
  allergy_id integer not null references allergy on delete restrict,
  primary key (person_id, allergy_id)
);
create index person_allergy_allergy on person_allergy (allergy_id);

-- What lets a guest come back to their own record. Only a hash is kept: the token is shown once.
create table guest_access (
  token_hash bytea primary key,
  person_id integer not null references person on delete cascade,
  created timestamptz not null default now(),
  expires_at timestamptz not null
);
create index guest_access_person on guest_access (person_id);

create table competency (
  id integer generated always as identity primary key,
  name text not null check (name <> '')
);
create unique index competency_name on competency (lower(name));

create table staff (
  id integer generated always as identity primary key,
  person_id integer not null unique references person on delete restrict,
  pharmacist_reg_number text not null default '',
  is_active boolean not null default true,
  is_deleted boolean not null default false
);

create table staff_competency (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  competency_id integer not null references competency on delete restrict,
  issued_at date not null,
  expires_at date,
  constraint staff_competency_dates check (expires_at is null or expires_at >= issued_at)
);
create index staff_competency_staff on staff_competency (staff_id, competency_id);
create index staff_competency_competency on staff_competency (competency_id);
create index staff_competency_expiry on staff_competency (expires_at) where expires_at is not null;

create table site (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  county text not null default '',
  nation text not null default '',
  postcode text not null default '',
  telephone text not null default '',
  email text not null default '',
  hidden boolean not null default false
);

create table room (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  site_id integer not null references site on delete restrict,
  unique (site_id, slug),
  unique (id, site_id)
);
