-- Forms that are filled in for an appointment (docs/decisions/0065). Answers keep the version of
-- the form that they were given to.

-- One for each appointment and form. A clinician form is one of the kind 'clinician'.
create table saved_form (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('patient', 'clinician')),
  appointment_id integer not null references appointment on delete restrict,
  eform_id integer not null,
  edition integer not null,
  subversion integer not null,
  answers jsonb check (jsonb_typeof(answers) = 'object'),
  revision integer not null default 1 check (revision > 0),
  amends integer,
  started_by integer not null references person on delete restrict,
  saved_by integer not null references person on delete restrict,
  started timestamptz not null default now(),
  saved timestamptz not null default now(),
  constraint saved_form_once unique (appointment_id, eform_id, kind),
  constraint saved_form_version
    foreign key (eform_id, edition, subversion) references eform_version on delete restrict
);
comment on column saved_form.answers is 'the draft; null once it was submitted, until it is amended';
comment on column saved_form.amends is 'the submitted form that the draft begins with';
create index saved_form_eform on saved_form (eform_id, edition, subversion);
create index saved_form_started_by on saved_form (started_by);
create index saved_form_saved_by on saved_form (saved_by);

create table submitted_form (
  id integer generated always as identity primary key,
  saved_form_id integer not null references saved_form on delete restrict,
  revision integer not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  alerts jsonb not null default '[]' check (jsonb_typeof(alerts) = 'array'),
  replaces integer references submitted_form on delete restrict,
  reason text not null default '',
  submitted timestamptz not null default now(),
  submitted_by integer not null references person on delete restrict,
  submitted_role text not null check (submitted_role in ('guest', 'patient', 'staff')),
  -- A repeated request finds what the first one submitted.
  constraint submitted_form_once unique (saved_form_id, revision),
  -- Two people who amend at once: one of them.
  constraint submitted_form_replaced_once unique (replaces),
  constraint submitted_form_reason check ((replaces is null) = (reason = ''))
);
comment on column submitted_form.revision is 'of the draft that was submitted';
create unique index submitted_form_first on submitted_form (saved_form_id) where replaces is null;
create index submitted_form_submitted_by on submitted_form (submitted_by);
alter table saved_form
  add constraint saved_form_amends_fkey foreign key (amends) references submitted_form on delete restrict,
  add constraint saved_form_amends_draft check (amends is null or answers is not null);
create index saved_form_amends on saved_form (amends) where amends is not null;

create function keep_submitted_form() returns trigger language plpgsql as $$
begin
  raise exception 'a submitted form is final; amend it' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger submitted_form_is_final before update or delete on submitted_form
  for each row execute function keep_submitted_form();
