-- What staff advise a patient (docs/decisions/0069), and texts that they keep to write it with.

create table patient_advice (
  id integer generated always as identity primary key,
  patient_id integer not null references person on delete restrict,
  appointment_id integer,
  staff_id integer references staff on delete restrict,
  written_by integer not null references person on delete restrict,
  advice_text text not null check (advice_text <> '' and length(advice_text) <= 5000),
  pinned boolean not null default false,
  favourite boolean not null default false,
  archived_at timestamptz,
  archived_by integer references person on delete restrict,
  withdrawn_at timestamptz,
  withdrawn_by integer references person on delete restrict,
  withdrawn_reason text not null default '',
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  constraint patient_advice_of_appointment foreign key (appointment_id, patient_id)
    references appointment (id, patient_id) on update cascade on delete restrict,
  constraint patient_advice_archived check ((archived_at is null) = (archived_by is null)),
  constraint patient_advice_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null)
    and (withdrawn_at is null) = (withdrawn_reason = ''))
);
comment on column patient_advice.staff_id is 'null where its writer has no staff record';
comment on column patient_advice.favourite is 'the patient''s own mark; it makes no new version';
create index patient_advice_patient on patient_advice (patient_id, created desc);
create index patient_advice_appointment on patient_advice (appointment_id)
  where appointment_id is not null;
create index patient_advice_staff on patient_advice (staff_id);
create index patient_advice_written_by on patient_advice (written_by);
create index patient_advice_archived_by on patient_advice (archived_by)
  where archived_by is not null;
create index patient_advice_withdrawn_by on patient_advice (withdrawn_by)
  where withdrawn_by is not null;

create trigger patient_advice_version
  before update of advice_text, pinned, archived_at, withdrawn_at on patient_advice
  for each row execute function next_version();
create trigger advice_person_open before insert or update of patient_id on patient_advice
  for each row execute function person_record_is_open('patient_id');

create function keep_patient_advice() returns trigger language plpgsql as $$
begin
  raise exception 'advice is withdrawn with a reason, and then stays as it is'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger patient_advice_is_kept before delete on patient_advice
  for each row execute function keep_patient_advice();
create trigger patient_advice_stays_withdrawn
  before update of advice_text, pinned, favourite, archived_at, withdrawn_at, withdrawn_reason
  on patient_advice
  for each row when (old.withdrawn_at is not null) execute function keep_patient_advice();

create table patient_advice_category (
  patient_advice_id integer not null references patient_advice on delete restrict,
  advice_category_id integer not null references advice_category on delete restrict,
  primary key (patient_advice_id, advice_category_id)
);
create index patient_advice_category_category on patient_advice_category (advice_category_id);

create table advice_snippet (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  name text not null check (name <> '' and length(name) <= 100),
  advice_text text not null check (advice_text <> '' and length(advice_text) <= 5000),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index advice_snippet_person on advice_snippet (person_id);
create trigger advice_snippet_version before update of name, advice_text on advice_snippet
  for each row execute function next_version();

create table advice_snippet_category (
  advice_snippet_id integer not null references advice_snippet on delete cascade,
  advice_category_id integer not null references advice_category on delete cascade,
  primary key (advice_snippet_id, advice_category_id)
);
create index advice_snippet_category_category on advice_snippet_category (advice_category_id);

-- A request that is sent again after its answer was lost finds what the first one wrote.
create table recorded_request (
  caller text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null,
  subject_id integer,
  made timestamptz not null default now(),
  primary key (caller, key)
);
comment on column recorded_request.caller is 'names who wrote, and what kind of record';
comment on column recorded_request.subject_id is 'null until the transaction that made it ends';
create index recorded_request_made on recorded_request (made);
