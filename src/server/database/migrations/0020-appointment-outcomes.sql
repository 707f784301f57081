-- What can come of an appointment. An outcome has versions: an edit makes a new one, and appointments
-- keep the one that they were given (docs/decisions/0026). `version` guards against overwriting, as
-- everywhere; `edition` is the outcome's own.

create table appointment_outcome (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  archived boolean not null default false,
  keep_version boolean not null default false,
  edition integer not null default 1 check (edition > 0),
  subversion integer not null default 0 check (subversion >= 0),
  template_code text not null default '',
  template_path text not null default '',
  version integer not null default 1,
  modified timestamptz not null default now()
);
comment on column appointment_outcome.keep_version
  is 'the last edit was a small correction: it kept the edition and counted the subversion';
-- Two that are offered are told apart by their names.
create unique index appointment_outcome_name on appointment_outcome (lower(name)) where not archived;

-- Every version that an outcome has had, the present one too.
create table appointment_outcome_version (
  appointment_outcome_id integer not null references appointment_outcome on delete cascade,
  edition integer not null,
  subversion integer not null,
  name text not null,
  keep_version boolean not null,
  template_code text not null,
  template_path text not null,
  revision integer not null,
  made timestamptz not null,
  primary key (appointment_outcome_id, edition, subversion)
);
comment on column appointment_outcome_version.revision
  is 'appointment_outcome.version when it was made: the trail says who made it';

create function next_outcome_edition() returns trigger language plpgsql as $$
begin
  if new.keep_version then
    new.edition := old.edition;
    new.subversion := old.subversion + 1;
  else
    new.edition := old.edition + 1;
    new.subversion := 0;
  end if;
  return new;
end
$$;

create function keep_outcome_version() returns trigger language plpgsql as $$
begin
  insert into appointment_outcome_version
  values (new.id, new.edition, new.subversion, new.name, new.keep_version, new.template_code,
    new.template_path, new.version, new.modified);
  return null;
end
$$;

create trigger appointment_outcome_version before update on appointment_outcome
  for each row execute function next_version();
create trigger appointment_outcome_edition before update on appointment_outcome
  for each row when ((new.name, new.template_code, new.template_path)
    is distinct from (old.name, old.template_code, old.template_path))
  execute function next_outcome_edition();
create trigger appointment_outcome_made after insert on appointment_outcome
  for each row execute function keep_outcome_version();
create trigger appointment_outcome_edited after update on appointment_outcome
  for each row when ((new.edition, new.subversion) is distinct from (old.edition, old.subversion))
  execute function keep_outcome_version();

create table appointment_type_outcome (
  appointment_type_id integer not null references appointment_type on delete cascade,
  appointment_outcome_id integer not null references appointment_outcome on delete restrict,
  primary key (appointment_type_id, appointment_outcome_id)
);
create index appointment_type_outcome_outcome on appointment_type_outcome (appointment_outcome_id);

-- What came of an appointment, in the version that it was given.
create table appointment_outcome_given (
  appointment_id integer not null references appointment on delete cascade,
  appointment_outcome_id integer not null references appointment_outcome on delete restrict,
  edition integer not null,
  subversion integer not null,
  primary key (appointment_id, appointment_outcome_id),
  constraint appointment_outcome_given_version foreign key
    (appointment_outcome_id, edition, subversion) references appointment_outcome_version
);
create index appointment_outcome_given_version
  on appointment_outcome_given (appointment_outcome_id, edition, subversion);
