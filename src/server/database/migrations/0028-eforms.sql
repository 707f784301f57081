-- Forms that patients and clinicians fill in. A form has versions, as an outcome has
-- (docs/decisions/0026): whoever has filled one in keeps the version that they saw.

alter function next_outcome_edition() rename to next_edition;

create table eform (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  title text not null default '',
  description text not null default '',
  form_definition json not null default '[]' check (json_typeof(form_definition) = 'array'),
  is_vaccination_form boolean not null default false,
  keep_version boolean not null default false,
  edition integer not null default 1 check (edition > 0),
  subversion integer not null default 0 check (subversion >= 0),
  version integer not null default 1,
  modified timestamptz not null default now()
);
comment on column eform.form_definition is 'json, not jsonb: people read it, in the order in which it is written';
comment on column eform.keep_version is 'as appointment_outcome.keep_version';
create unique index eform_name on eform (lower(name));

-- Every version that a form has had, the present one too.
create table eform_version (
  eform_id integer not null references eform on delete cascade,
  edition integer not null,
  subversion integer not null,
  title text not null,
  description text not null,
  form_definition json not null,
  revision integer not null,
  made timestamptz not null,
  primary key (eform_id, edition, subversion)
);
comment on column eform_version.revision is 'eform.version when it was made: the trail says who made it';

create function keep_eform_version() returns trigger language plpgsql as $$
begin
  insert into eform_version
  values (new.id, new.edition, new.subversion, new.title, new.description, new.form_definition,
    new.version, new.modified);
  return null;
end
$$;

create trigger eform_version before update on eform
  for each row execute function next_version();
create trigger eform_edition before update on eform
  for each row when ((new.title, new.description, new.form_definition::jsonb)
    is distinct from (old.title, old.description, old.form_definition::jsonb))
  execute function next_edition();
create trigger eform_made after insert on eform
  for each row execute function keep_eform_version();
create trigger eform_edited after update on eform
  for each row when ((new.edition, new.subversion) is distinct from (old.edition, old.subversion))
  execute function keep_eform_version();

-- What is filled in for an appointment of a type, in this order: by its patient, and by its clinician.
create table appointment_type_patient_form (
  appointment_type_id integer not null references appointment_type on delete cascade,
  eform_id integer not null references eform on delete restrict,
  position smallint not null,
  primary key (appointment_type_id, eform_id)
);
create index appointment_type_patient_form_eform on appointment_type_patient_form (eform_id);
create table appointment_type_clinician_form (
  appointment_type_id integer not null references appointment_type on delete cascade,
  eform_id integer not null references eform on delete restrict,
  position smallint not null,
  primary key (appointment_type_id, eform_id)
);
create index appointment_type_clinician_form_eform on appointment_type_clinician_form (eform_id);
