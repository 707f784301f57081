-- Who signs in, what they may do, and where they are signed in (design, section 5).

-- The catalogue of the specification, section 6. `src/lib/contract/permissions.ts` is the same list.
create table permission (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z]+\.[a-z_]+$')
);

insert into permission (name)
select 'clinic.' || action || '_' || model
from unnest(array['appointment', 'appointmentcategory', 'appointmentoutcome', 'appointmenttype',
    'appointmenttypetag', 'availability', 'competency', 'staffcompetency', 'gpsurgery', 'outcome',
    'room', 'site', 'staff', 'suppliedtreatment', 'treatment', 'user', 'advicecategory',
    'patientadvice', 'vaccineproduct', 'vaccinationhistory', 'allergy'])
    with ordinality as models (model, place)
  cross join unnest(array['add', 'change', 'delete', 'view']) as action
order by place, action;

insert into permission (name)
select 'clinic.' || action
from unnest(array['create_other_availability', 'edit_other_availability',
    'delete_other_availability', 'create_user', 'override_appointment_types',
    'override_appointment_duration', 'select_room', 'select_user', 'user_admin',
    'view_hidden_appointment_types', 'view_hidden_sites', 'view_hidden_appointment_categories',
    'view_other_appointments', 'view_release_notes', 'can_manage_duplicates',
    'can_manage_duplicate_guest_users']) as action;

insert into permission (name)
select app || '.' || action || '_' || model
from (values ('eforms', 'clinicianform'), ('eforms', 'eform'), ('eforms', 'savedform'),
    ('eforms', 'submittedform'), ('account', 'emailaddress'), ('account', 'emailconfirmation'),
    ('admin', 'logentry'), ('auth', 'group'), ('auth', 'permission'), ('sessions', 'session'),
    ('sites', 'site')) as models (app, model)
  cross join unnest(array['add', 'change', 'delete', 'view']) as action;

insert into permission (name) values ('eforms.view_other_forms');

create table permission_group (
  id integer generated always as identity primary key,
  name text not null check (name <> '')
);
create unique index permission_group_name on permission_group (lower(name));

create table permission_group_permission (
  permission_group_id integer not null references permission_group on delete cascade,
  permission_id integer not null references permission on delete cascade,
  primary key (permission_group_id, permission_id)
);
create index permission_group_permission_permission on permission_group_permission (permission_id);

create table person_permission_group (
  person_id integer not null references person on delete cascade,
  permission_group_id integer not null references permission_group on delete restrict,
  primary key (person_id, permission_group_id)
);
create index person_permission_group_group on person_permission_group (permission_group_id);

create table person_permission (
  person_id integer not null references person on delete cascade,
  permission_id integer not null references permission on delete cascade,
  primary key (person_id, permission_id)
);
create index person_permission_permission on person_permission (permission_id);

-- One sign-in at an identity provider: its issuer and subject name it, an e-mail address does not.
create table account (
  id integer generated always as identity primary key,
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  person_id integer not null references person on delete cascade,
  created timestamptz not null default now(),
  last_sign_in timestamptz not null default now(),
  constraint account_identity unique (issuer, subject)
);
create index account_person on account (person_id);

-- Where somebody is signed in. Only a hash of what the cookie carries is kept.
create table session (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  account_id integer not null references account on delete cascade,
  id_token text not null default '',
  browser text not null default '',
  source text not null default '',
  created timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on column session.id_token is 'tells the provider whose session to end; opens nothing here';
create index session_account on session (account_id);
create index session_expires on session (expires_at);

-- Two people who may be one: found at sign-in, decided by an administrator.
create table duplicate_candidate (
  person_id integer not null references person on delete cascade,
  other_id integer not null references person on delete cascade,
  reason text not null,
  created timestamptz not null default now(),
  primary key (person_id, other_id),
  constraint duplicate_candidate_order check (person_id < other_id)
);
create index duplicate_candidate_other on duplicate_candidate (other_id);

-- Guesses at secrets (passwords of the demonstration, guest tokens, PINs), counted for all instances.
create table failed_attempt (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- What the demonstration's identity provider remembers, so that sign-ins survive a restart.
create table demo_provider_record (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index demo_provider_record_grant on demo_provider_record (grant_id) where grant_id is not null;
create index demo_provider_record_uid on demo_provider_record (uid) where uid is not null;
create index demo_provider_record_expires on demo_provider_record (expires_at);

create table demo_provider_secret (
  name text primary key,
  value jsonb not null
);

-- What a clinician types to act at a shared desk; a salted, slow hash.
alter table staff add column pin_hash text;

-- An administrator prepares a person by name, birth date and address.
create index person_email on person (lower(email)) where email <> '';
