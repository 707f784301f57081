-- What can be booked: categories (a tree in nested-set form), tags and appointment types.

create table appointment_category (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  disabled boolean not null default false,
  hidden boolean not null default false,
  parent_id integer references appointment_category on delete restrict,
  tree_id integer not null,
  level integer not null check (level >= 0),
  lft integer not null,
  rght integer not null,
  constraint appointment_category_nested check (lft < rght),
  constraint appointment_category_root check ((parent_id is null) = (level = 0)),
  constraint appointment_category_left unique (tree_id, lft) deferrable initially deferred
);
create index appointment_category_parent on appointment_category (parent_id);

create table appointment_type_tag (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);

create table appointment_type (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  prebooking_info text not null default '',
  duration integer not null check (duration between 5 and 1440),
  disabled boolean not null default false,
  hidden boolean not null default false,
  image text
);
comment on column appointment_type.duration is 'minutes';

create table appointment_type_category (
  appointment_type_id integer not null references appointment_type on delete cascade,
  appointment_category_id integer not null references appointment_category on delete restrict,
  primary key (appointment_type_id, appointment_category_id)
);
create index appointment_type_category_category on appointment_type_category (appointment_category_id);

create table appointment_type_tagging (
  appointment_type_id integer not null references appointment_type on delete cascade,
  appointment_type_tag_id integer not null references appointment_type_tag on delete restrict,
  primary key (appointment_type_id, appointment_type_tag_id)
);
create index appointment_type_tagging_tag on appointment_type_tagging (appointment_type_tag_id);

create table appointment_type_competency (
  appointment_type_id integer not null references appointment_type on delete cascade,
  competency_id integer not null references competency on delete restrict,
  primary key (appointment_type_id, competency_id)
);
create index appointment_type_competency_competency on appointment_type_competency (competency_id);
