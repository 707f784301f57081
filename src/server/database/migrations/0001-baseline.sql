-- All tables, as the migrations up to version 0.4.0 and those in `from-0.4.0` made them one by one.
-- Functions and triggers are in `src/server/<task>/sql`; `migrate.ts` applies the functions that this
-- file calls before it, and all others after it.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Who says that somebody is who they are (docs/decisions/0037).
create domain voucher as text
  check (value in ('self_declared', 'identity_provider', 'staff'));

create domain day_hours as text
  constraint day_hours_form check (
    value ~ '^(|Open|Closed|([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)(, ([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)){0,2})$'
  );
comment on domain day_hours is
  'wall-clock times of the clinic, such as 09:00-13:00, 14:00-17:30; Open at times that vary; empty: not known';

-- ==== Files (`files`) ====

create table stored_image (
  key text primary key check (key ~ '^[a-z-]+/[0-9a-f]{32}$'),
  width integer not null check (width between 1 and 9999),
  height integer not null check (height between 1 and 9999),
  created timestamptz not null default now()
);
comment on column stored_image.width is 'pixels, of the largest of its files';

-- ==== People who are patients, guests or staff (`people`) ====

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
  email text not null default '',
  version integer not null default 1,
  modified timestamptz not null default now()
);
create index gp_surgery_name on gp_surgery (lower(name));

-- An email address identifies nobody: families share them.
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
  folded_name text not null
    generated always as (folded_name(first_name || ' ' || last_name)) stored,
  merged_into integer references person on delete restrict,
  version integer not null default 1,
  unverified text[] not null default '{}',
  anonymised timestamptz,
  reminders text not null default 'email',
  name_text text not null
    generated always as (searched_name(first_name, last_name)) stored,
  search_text text not null generated always as (
    searched_name(first_name, last_name)
    || ' ' || lower(coalesce(username, '') || ' ' || email || ' ' || mobile || ' ' || landline
      || ' ' || postcode || ' ' || replace(postcode, ' ', ''))
    || ' ' || plain_digits(nhs_number) || ' ' || plain_digits(mobile)
    || ' ' || plain_digits(landline) || ' ' || plain_phone(mobile) || ' ' || plain_phone(landline)
    || coalesce(' ' || lpad(extract(day from dob)::text, 2, '0')
      || '/' || lpad(extract(month from dob)::text, 2, '0')
      || '/' || extract(year from dob)::text
      || ' ' || extract(year from dob)::text || '-' || lpad(extract(month from dob)::text, 2, '0')
      || '-' || lpad(extract(day from dob)::text, 2, '0'), '')
  ) stored,
  vouched_names jsonb,
  constraint person_dob_sane
    check (dob is null or dob between '1880-01-01' and '2200-01-01'),
  constraint person_merged_into_another check (merged_into <> id),
  constraint person_merged_is_closed check (merged_into is null or not is_active),
  constraint person_anonymised_is_nobody
    check (anonymised is null
      or (is_guest and not is_active and merged_into is null and username is null and dob is null
        and gp_surgery_id is null and gender = -1
        and (first_name, last_name) = ('Anonymised', 'guest')
        and title || email || mobile || landline || nhs_number
          || address1 || address2 || city || county || nation || postcode = '')),
  constraint person_reminders check (reminders in ('email', 'sms', 'both', 'none'))
);
comment on column person.merged_into is 'the record that is kept of the same person';
comment on column person.unverified is
  'fields whose value is self-declared; a value that staff enter is verified';
comment on column person.anonymised is 'when the details of this guest were removed';
comment on column person.reminders is 'how the person wants to be reminded of appointments';
comment on column person.name_text is
  'what somebody is searched by where only names are: words, each after a space';
comment on column person.search_text is 'what somebody is searched by: words, each after a space';
comment on column person.vouched_names is
  'first_name and last_name as they were before their person changed them; counts for those that are unverified';
create index person_name on person (lower(last_name), lower(first_name));
create index person_gp_surgery on person (gp_surgery_id) where gp_surgery_id is not null;
create index person_email on person (lower(email)) where email <> '';
create index person_merged on person (merged_into) where merged_into is not null;
create index person_nhs_number on person (plain_digits(nhs_number)) where nhs_number <> '';
create index person_mobile on person (plain_phone(mobile)) where mobile <> '';
create index person_landline on person (plain_phone(landline)) where landline <> '';
create index person_staff on person (id) where is_staff;
create index person_deceased on person (id) where is_deceased;
create index person_not_active on person (id) where not is_active;
create index person_by_creation on person (created);
-- A birth date may be mistyped or missing where the name is the same.
create index person_dob on person (dob, folded_name);
create index person_portal_user on person (id) where is_portal_user;
create index person_by_full_name on person (name_order(full_name) collate "C", id);
-- The list of likely duplicates asks it of each pair without reading all people.
create index person_kept on person (id) include (is_guest) where merged_into is null;
create index person_by_last_name on person (
  name_order(last_name) collate "C", name_order(first_name) collate "C", id
);
create index person_guest on person (id) where is_guest and anonymised is null;
create index person_search on person using gin (search_text gin_trgm_ops);

create table competency (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  version integer not null default 1,
  modified timestamptz not null default now()
);
create unique index competency_name on competency (lower(name));

create table staff (
  id integer generated always as identity primary key,
  person_id integer not null unique references person on delete restrict,
  pharmacist_reg_number text not null default '',
  is_active boolean not null default true,
  is_deleted boolean not null default false,
  pin_hash text,
  version integer not null default 1,
  modified timestamptz not null default now()
);

create table staff_competency (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  competency_id integer not null references competency on delete restrict,
  issued_at date not null,
  expires_at date,
  version integer not null default 1,
  modified timestamptz not null default now(),
  constraint staff_competency_dates check (expires_at is null or expires_at >= issued_at)
);
create index staff_competency_staff on staff_competency (staff_id, competency_id);
create index staff_competency_competency on staff_competency (competency_id);
create index staff_competency_expiry on staff_competency (expires_at) where expires_at is not null;

create table correction_request (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  first_name text,
  last_name text,
  dob date,
  nhs_number text,
  note text not null default '' check (length(note) <= 1000),
  state text not null default 'open' check (state in ('open', 'replaced', 'accepted', 'declined')),
  created timestamptz not null default now(),
  decided timestamptz,
  decided_by integer references person on delete restrict,
  answer text not null default '' check (length(answer) <= 1000),
  constraint correction_request_asks
    check (num_nonnulls(first_name, last_name, dob, nhs_number) > 0 or note <> ''),
  constraint correction_request_decided
    check ((state in ('accepted', 'declined')) = (decided is not null)
      and (decided is null) = (decided_by is null))
);
comment on column correction_request.first_name is 'what it should be; null where it is right';
comment on column correction_request.nhs_number is 'empty: they have none';
create index correction_request_person on correction_request (person_id, created desc);
create index correction_request_state on correction_request (state, created, id);
create index correction_request_decided_by on correction_request (decided_by)
  where decided_by is not null;

-- ==== Signing in, and what people may do (`identity`) ====

create table permission (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z]+\.[a-z_]+$')
);

-- The order gives their numbers. `src/lib/contract/permissions.ts` is the same list.
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
insert into permission (name) values
  ('eforms.view_other_forms'), ('clinic.export_patientrecord'), ('clinic.view_message'),
  ('clinic.resend_message'), ('clinic.add_messagetemplate'), ('clinic.change_messagetemplate'),
  ('clinic.delete_messagetemplate'), ('clinic.view_messagetemplate'),
  ('clinic.view_waiting_list'), ('clinic.change_waiting_list'), ('clinic.add_webhook'),
  ('clinic.change_webhook'), ('clinic.delete_webhook'), ('clinic.view_webhook');

create table permission_group (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  version integer not null default 1,
  modified timestamptz not null default now()
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

create table account (
  id integer generated always as identity primary key,
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  person_id integer not null references person on delete cascade,
  created timestamptz not null default now(),
  last_sign_in timestamptz not null default now(),
  vouched_by voucher not null default 'identity_provider',
  constraint account_identity unique (issuer, subject)
);
create index account_person on account (person_id);

create table session (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  account_id integer not null references account on delete cascade,
  id_token text not null default '',
  browser text not null default '',
  source text not null default '',
  created timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  expires_at timestamptz not null,
  authenticated_at timestamptz
);
comment on column session.id_token is
  'tells the provider whose session to end; sealed with the token of the session';
comment on column session.authenticated_at is
  'when the person last showed the provider who they are; null where it does not say';
create index session_account on session (account_id);
create index session_expires on session (expires_at);

-- Only hashes of tokens are stored: a token is shown once.
create table guest_access (
  token_hash bytea primary key,
  person_id integer not null references person on delete cascade,
  created timestamptz not null default now(),
  expires_at timestamptz not null,
  vouched_by voucher not null default 'self_declared'
);
create index guest_access_person on guest_access (person_id);

-- Guesses at secrets are counted for all instances.
create table failed_attempt (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

-- ==== Places and what can be booked there (`catalogue`) ====

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
  hidden boolean not null default false,
  version integer not null default 1,
  modified timestamptz not null default now(),
  monday_hours day_hours not null default '',
  tuesday_hours day_hours not null default '',
  wednesday_hours day_hours not null default '',
  thursday_hours day_hours not null default '',
  friday_hours day_hours not null default '',
  saturday_hours day_hours not null default '',
  sunday_hours day_hours not null default '',
  bank_holiday_hours day_hours not null default '',
  bank_holidays_hint text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  display_order integer not null default 0,
  offers_services boolean not null default true,
  image text unique references stored_image on delete restrict,
  constraint site_hours_whole
    check ((monday_hours = '') = all (array[tuesday_hours = '', wednesday_hours = '',
      thursday_hours = '', friday_hours = '', saturday_hours = '', sunday_hours = '',
      bank_holiday_hours = ''])),
  constraint site_location_whole check ((latitude is null) = (longitude is null))
);
comment on column site.display_order is 'the lowest first, then by name';
comment on column site.offers_services is 'its public page lists what can be booked';

create table room (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  site_id integer not null references site on delete restrict,
  version integer not null default 1,
  modified timestamptz not null default now(),
  is_active boolean not null default true,
  unique (id, site_id),
  unique (site_id, slug)
);
comment on column room.is_active is 'in use: hours in it are offered, and it is booked';

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
  version integer not null default 1,
  modified timestamptz not null default now(),
  constraint appointment_category_left unique (tree_id, lft) deferrable initially deferred,
  constraint appointment_category_root check ((parent_id is null) = (level = 0)),
  constraint appointment_category_nested check (lft < rght)
);
create index appointment_category_parent on appointment_category (parent_id);

create table appointment_type_tag (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version integer not null default 1,
  modified timestamptz not null default now()
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
  image text unique references stored_image on delete restrict,
  version integer not null default 1,
  modified timestamptz not null default now(),
  synonyms text not null default '',
  name_words text not null generated always as (search_words(name)) stored,
  synonym_words text not null generated always as (search_words(synonyms)) stored,
  description_words text not null generated always as (search_words(description)) stored,
  reminder_minutes integer[] not null default '{4320,120}',
  constraint appointment_type_reminders check (cardinality(reminder_minutes) <= 5),
  constraint appointment_type_reminder_minutes
    check (array_position(reminder_minutes, null) is null
      and 5 <= all (reminder_minutes) and 43200 >= all (reminder_minutes))
);
comment on column appointment_type.duration is 'minutes';
comment on column appointment_type.synonyms is 'other words that people search for it by';
comment on column appointment_type.reminder_minutes is
  'before the start, by the clock of the clinic';

create table appointment_type_category (
  appointment_type_id integer not null references appointment_type on delete cascade,
  appointment_category_id integer not null references appointment_category on delete restrict,
  primary key (appointment_type_id, appointment_category_id)
);
create index appointment_type_category_category
  on appointment_type_category (appointment_category_id);

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

-- ==== When clinicians work (`availability`) ====

create table availability (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete restrict,
  room_id integer not null references room on delete restrict,
  start_date date not null,
  start_time time not null,
  end_time time not null,
  recurring boolean not null default false,
  recurring_until date,
  repeat_every integer not null default 1 check (repeat_every between 1 and 366),
  freq smallint not null default 3 check (freq between 0 and 3),
  weekdays smallint[] not null default '{}' check (weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  months smallint[] not null default '{}'
    check (months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
  rrule text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  version integer not null default 1,
  except_bank_holidays boolean not null default false,
  exceptions date[] not null default '{}',
  split_from integer references availability on delete set null,
  except_holiday_dates boolean not null default true,
  unique (id, staff_id, room_id),
  constraint availability_until
    check (not recurring or (recurring_until is not null
      and recurring_until between start_date and start_date + interval '2 years'))
);
comment on column availability.freq is 'rrule constants: 0 yearly, 1 monthly, 2 weekly, 3 daily';
comment on column availability.weekdays is '0 is Monday';
comment on column availability.exceptions is
  'clinic dates of the rule on which there is no occurrence';
comment on column availability.split_from is
  'the rule that this one was part of until it was changed';
comment on column availability.except_holiday_dates is
  'with except_bank_holidays: also 25 and 26 December and 1 January on a weekend';
create index availability_staff on availability (staff_id);
create index availability_room on availability (room_id);
create index availability_split_from on availability (split_from) where split_from is not null;

create table availability_appointment_type (
  availability_id integer not null references availability on delete cascade,
  appointment_type_id integer not null references appointment_type on delete restrict,
  primary key (availability_id, appointment_type_id)
);
create index availability_appointment_type_type
  on availability_appointment_type (appointment_type_id);

create table availability_occurrence (
  id integer generated always as identity primary key,
  availability_id integer not null,
  staff_id integer not null,
  room_id integer not null,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null generated always as (tstzrange(starts_at, ends_at)) stored,
  constraint availability_occurrence_span
    check (ends_at > starts_at and ends_at <= minutes_after(starts_at, 1560)),
  -- Clinician and room are copied from the availability for the constraints on overlaps.
  constraint availability_occurrence_availability_id_fkey
    foreign key (availability_id, staff_id, room_id) references availability (id, staff_id, room_id)
    on update cascade on delete cascade,
  constraint availability_occurrence_staff_overlap
    exclude using gist (staff_id with =, during with &&),
  constraint availability_occurrence_room_overlap
    exclude using gist (room_id with =, during with &&)
);
comment on column availability_occurrence.date is 'clinic date on which the occurrence starts';
create index availability_occurrence_availability
  on availability_occurrence (availability_id, starts_at);
create index availability_occurrence_starts on availability_occurrence (starts_at)
  include (ends_at, availability_id, staff_id, room_id);

create table availability_change (
  id integer generated always as identity primary key,
  availability_id integer not null,
  successor_id integer,
  before jsonb not null,
  removed jsonb not null,
  version_after integer,
  successor_version integer,
  made timestamptz not null default now(),
  made_by integer not null references person on delete cascade,
  undone timestamptz,
  appointment_ids integer[] not null default '{}'
);
comment on column availability_change.successor_id is 'what carries the rule on, perhaps itself';
comment on column availability_change.before is 'its rule, clinician, room and appointment types';
comment on column availability_change.removed is 'the occurrences that the change took away';
comment on column availability_change.appointment_ids is
  'the appointments that were linked to the availability when the change deleted it';
create index availability_change_availability on availability_change (availability_id, id desc);
create index availability_change_made on availability_change (made);
create index availability_change_made_by on availability_change (made_by);

-- ==== Who has which time (`booking`, `appointments`, `orphaned`) ====

-- A hold is a row here, too, so that one set of constraints keeps holds and appointments apart
-- (docs/decisions/0003).
create table appointment (
  id integer generated always as identity primary key,
  reference text collate "C" not null unique,
  status text not null
    check (status in ('held', 'booked', 'completed', 'did_not_attend', 'cancelled')),
  appointment_type_id integer not null references appointment_type on delete restrict,
  availability_id integer references availability on delete set null,
  staff_id integer not null references staff on delete restrict,
  room_id integer not null,
  site_id integer not null references site on delete restrict,
  patient_id integer references person on delete restrict,
  gp_surgery_id integer references gp_surgery on delete set null,
  starts_at timestamptz not null,
  duration integer not null check (duration between 1 and 1440),
  ends_at timestamptz not null generated always as (minutes_after(starts_at, duration)) stored,
  during tstzrange not null
    generated always as (tstzrange(starts_at, minutes_after(starts_at, duration))) stored,
  patient_address text not null default '',
  notes text not null default '',
  hold_token_hash bytea,
  hold_expires_at timestamptz,
  completed_on timestamptz,
  completed_by integer references person on delete restrict,
  cancelled_on timestamptz,
  cancelled_by integer references person on delete restrict,
  cancellation_notes text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  version integer not null default 1,
  rescheduled_on timestamptz,
  clinician_notes text not null default '',
  unfinished_forms text[] not null default '{}',
  unfinished_forms_reason text not null default '',
  clinician_chosen boolean not null default false,
  constraint appointment_of_patient unique (id, patient_id),
  constraint appointment_patient check (status = 'held' or patient_id is not null),
  constraint appointment_hold
    check ((status = 'held') = (hold_token_hash is not null)
      and (status = 'held') = (hold_expires_at is not null)),
  constraint appointment_completed check ((status = 'completed') = (completed_on is not null)),
  constraint appointment_cancelled check ((status = 'cancelled') = (cancelled_on is not null)),
  constraint appointment_unfinished_forms
    check ((cardinality(unfinished_forms) > 0) = (unfinished_forms_reason <> '')
      and (cardinality(unfinished_forms) = 0 or status = 'completed')),
  constraint appointment_room_id_fkey
    foreign key (room_id, site_id) references room (id, site_id) on delete restrict,
  constraint appointment_staff_overlap
    exclude using gist (staff_id with =, during with &&) where (status <> 'cancelled'),
  constraint appointment_room_overlap
    exclude using gist (room_id with =, during with &&) where (status <> 'cancelled'),
  constraint appointment_patient_overlap
    exclude using gist (patient_id with =, during with &&)
    where (status <> 'cancelled' and patient_id is not null)
);
comment on column appointment.duration is 'minutes';
comment on column appointment.clinician_notes is 'patients never see them';
comment on column appointment.unfinished_forms is
  'titles of the clinician forms that were not finished at completion';
comment on column appointment.clinician_chosen is
  'the patient booked with this clinician, not with anybody who is free';
-- One holder has one hold.
create unique index appointment_holder on appointment (hold_token_hash) where status = 'held';
-- The week of slots reads what is occupied from this index alone.
create index appointment_occupied on appointment (starts_at)
  include (ends_at, staff_id, room_id, hold_expires_at, hold_token_hash)
  where status <> 'cancelled';
create index appointment_by_patient on appointment (patient_id, starts_at);
create index appointment_by_availability on appointment (availability_id)
  where availability_id is not null;
create index appointment_by_staff on appointment (staff_id, starts_at);
create index appointment_by_room on appointment (room_id, starts_at);
create index appointment_by_site on appointment (site_id, starts_at);
create index appointment_starts on appointment (starts_at);
create index appointment_by_type on appointment (appointment_type_id, starts_at);
create index appointment_by_status on appointment (status, starts_at);
create index appointment_by_creation on appointment (created);
create index appointment_by_cancellation on appointment (cancelled_on) where status = 'cancelled';
create index appointment_cancelled_by_patient on appointment (starts_at)
  where status = 'cancelled' and cancelled_by = patient_id;

-- The same key and body give the same answer and one appointment, however often they are sent.
create table idempotency_key (
  caller text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null,
  appointment_id integer not null references appointment on delete cascade,
  created timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_key_created on idempotency_key (created);
create index idempotency_key_appointment on idempotency_key (appointment_id);

-- Staff keep an orphaned appointment as it is; that holds for this clinician, room and start, and for
-- what was missing then.
create table appointment_kept (
  appointment_id integer primary key references appointment on delete cascade,
  staff_id integer not null references staff on delete cascade,
  room_id integer not null references room on delete cascade,
  starts_at timestamptz not null,
  reasons text[] not null check (cardinality(reasons) > 0),
  kept_by integer references person on delete set null,
  kept_at timestamptz not null default now()
);

create table appointment_orphaned (
  appointment_id integer primary key references appointment on delete cascade,
  starts_at timestamptz not null,
  found timestamptz not null default now(),
  asked timestamptz
);
comment on column appointment_orphaned.starts_at is
  'the time that it cannot have: it counts while the appointment is there';

-- ==== Forms that patients and clinicians fill in (`forms`) ====

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
  modified timestamptz not null default now(),
  archived boolean not null default false
);
comment on column eform.form_definition is
  'json, not jsonb: people read it, in the order in which it is written';
comment on column eform.keep_version is 'as appointment_outcome.keep_version';
create unique index eform_name on eform (lower(name)) where not archived;

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
comment on column eform_version.revision is
  'eform.version when it was made: the trail says who made it';

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

create table saved_form (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('patient', 'clinician')),
  appointment_id integer not null references appointment on delete restrict,
  eform_id integer not null references eform on delete restrict,
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
  constraint saved_form_amends_draft check (amends is null or answers is not null),
  constraint saved_form_version
    foreign key (eform_id, edition, subversion) references eform_version on delete restrict
);
comment on column saved_form.answers is
  'the draft; null once it was submitted, until it is amended';
comment on column saved_form.amends is 'the submitted form that the draft begins with';
create index saved_form_eform on saved_form (eform_id, edition, subversion);
create index saved_form_started_by on saved_form (started_by);
create index saved_form_saved_by on saved_form (saved_by);
create index saved_form_amends on saved_form (amends) where amends is not null;
create index saved_form_draft on saved_form (saved) where kind = 'patient' and answers is not null;

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
  constraint submitted_form_once unique (saved_form_id, revision),
  constraint submitted_form_replaced_once unique (replaces),
  constraint submitted_form_reason check ((replaces is null) = (reason = ''))
);
comment on column submitted_form.revision is 'of the draft that was submitted';
alter table saved_form
  add foreign key (amends) references submitted_form on delete restrict;
create unique index submitted_form_first on submitted_form (saved_form_id) where replaces is null;
create index submitted_form_submitted_by on submitted_form (submitted_by);

create table form_file (
  id uuid default gen_random_uuid() primary key,
  saved_form_id integer not null references saved_form on delete restrict,
  item text not null,
  name text not null check (name <> '' and length(name) <= 200),
  type text not null,
  bytes integer not null check (bytes >= 0),
  uploaded timestamptz not null default now(),
  uploaded_by integer not null references person on delete restrict
);
comment on table form_file is 'the content lies in the file storage under forms/ and the id';
create index form_file_saved_form on form_file (saved_form_id);
create index form_file_uploaded on form_file (uploaded);
create index form_file_uploaded_by on form_file (uploaded_by);

-- ==== Clinical records (`records`) ====

create table allergy (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  version integer not null default 1,
  modified timestamptz not null default now()
);
create unique index allergy_name on allergy (lower(name));

create table person_allergy (
  person_id integer not null references person on delete cascade,
  allergy_id integer not null references allergy on delete restrict,
  primary key (person_id, allergy_id)
);
create index person_allergy_allergy on person_allergy (allergy_id);

create table allergy_statement (
  person_id integer primary key references person on delete cascade,
  none_known boolean not null,
  stated timestamptz not null default now(),
  stated_by integer references person on delete set null
);
create index allergy_statement_stated_by on allergy_statement (stated_by)
  where stated_by is not null;

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

-- ==== Vaccinations (`vaccinations`) ====

create table vaccine_product (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  doses_required smallint not null default 1 check (doses_required between 1 and 20),
  booster_interval_weeks smallint check (booster_interval_weeks between 1 and 2600),
  is_active boolean not null default true,
  price numeric(8, 2) not null default 0 check (price >= 0),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
comment on column vaccine_product.price is 'of one dose';
create unique index vaccine_product_name on vaccine_product (lower(name));

create table vaccination_history (
  id integer generated always as identity primary key,
  patient_id integer not null references person on delete restrict,
  staff_id integer references staff on delete restrict,
  appointment_id integer references appointment on delete restrict,
  vaccine_product_id integer not null references vaccine_product on delete restrict,
  batch_number text not null default '',
  expiry_date date,
  manufacturer text not null default '',
  dose_number smallint check (dose_number between 1 and 20),
  date_administered timestamptz not null default now(),
  route_of_administration text not null default '' check (route_of_administration in
    ('', 'intramuscular', 'subcutaneous', 'intradermal', 'oral', 'intranasal')),
  site_of_administration text not null default '' check (site_of_administration in
    ('', 'left_deltoid', 'right_deltoid', 'left_thigh', 'right_thigh', 'left_buttock',
      'right_buttock', 'abdomen', 'mouth', 'nose')),
  was_administered boolean not null default true,
  consent_obtained boolean not null default false,
  booster_due_date date,
  adverse_reactions text not null default '',
  is_historical boolean not null default false,
  external_clinic_name text not null default '',
  external_clinic_address text not null default '',
  administered_by text not null default '',
  notes text not null default '',
  price numeric(8, 2),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  given_on date not null,
  not_given_reason text not null default '' check (not_given_reason in
    ('', 'refused', 'unwell', 'contraindicated', 'already_had', 'not_available', 'other')),
  recorded_by integer references person on delete restrict,
  changed_by integer references person on delete restrict,
  change_reason text not null default '',
  entered_in_error timestamptz,
  -- A batch is good through the end of its last day.
  constraint vaccination_history_in_date
    check (not was_administered or expiry_date is null or given_on <= expiry_date),
  constraint vaccination_history_not_given check (was_administered = (not_given_reason = '')),
  constraint vaccination_history_next_dose
    check (booster_due_date is null or was_administered and booster_due_date > given_on),
  constraint vaccination_history_staff check (is_historical or staff_id is not null),
  constraint vaccination_history_price check (price is not null and price >= 0),
  constraint vaccination_history_given_on
    check (given_on between (date_administered at time zone 'UTC')::date - 1
      and (date_administered at time zone 'UTC')::date + 1),
  constraint vaccination_history_error_reason
    check (entered_in_error is null or change_reason <> ''),
  -- The patient follows the appointment through a merge and its undoing.
  constraint vaccination_history_appointment_patient
    foreign key (appointment_id, patient_id) references appointment (id, patient_id)
    on update cascade on delete restrict
);
comment on column vaccination_history.dose_number is 'null where nobody knows which dose it was';
comment on column vaccination_history.is_historical is 'given elsewhere, and told afterwards';
comment on column vaccination_history.administered_by is 'name, where it was nobody of the staff';
comment on column vaccination_history.price is
  'what was asked for it; the product''s where none is given';
comment on column vaccination_history.given_on is 'the day at the clinic of date_administered';
comment on column vaccination_history.change_reason is
  'why it was last corrected, or entered in error';
create index vaccination_history_patient on vaccination_history (patient_id, date_administered);
create index vaccination_history_appointment on vaccination_history (appointment_id)
  where appointment_id is not null;
create index vaccination_history_staff_given on vaccination_history (staff_id, date_administered)
  where staff_id is not null;
create index vaccination_history_recorded_by on vaccination_history (recorded_by)
  where recorded_by is not null;
create index vaccination_history_changed_by on vaccination_history (changed_by)
  where changed_by is not null;
create index vaccination_history_product_batch
  on vaccination_history (vaccine_product_id, batch_number, date_administered);
create index vaccination_history_batch on vaccination_history (batch_number, date_administered)
  where batch_number <> '';
create index vaccination_history_given on vaccination_history (date_administered, id);
create index vaccination_history_income on vaccination_history (date_administered)
  include (price, vaccine_product_id, staff_id)
  where was_administered and not is_historical and entered_in_error is null;
create index vaccination_history_next_dose on vaccination_history (booster_due_date)
  where booster_due_date is not null and entered_in_error is null;

create table vaccination_history_version (
  vaccination_id integer not null references vaccination_history on delete restrict,
  version integer not null,
  kept jsonb not null,
  replaced timestamptz not null default now(),
  primary key (vaccination_id, version)
);

-- ==== Advice to patients (`advice`) ====

create table advice_category (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create unique index advice_category_name on advice_category (lower(name));

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
  changed_by integer references person on delete restrict,
  constraint patient_advice_archived check ((archived_at is null) = (archived_by is null)),
  constraint patient_advice_withdrawn
    check ((withdrawn_at is null) = (withdrawn_by is null)
      and (withdrawn_at is null) = (withdrawn_reason = '')),
  constraint patient_advice_of_appointment
    foreign key (appointment_id, patient_id) references appointment (id, patient_id)
    on update cascade on delete restrict
);
comment on column patient_advice.staff_id is 'null where its writer has no staff record';
comment on column patient_advice.favourite is 'the patient''s own mark; it makes no new version';
comment on column patient_advice.changed_by is 'who last changed the text';
create index patient_advice_patient on patient_advice (patient_id, created desc);
create index patient_advice_appointment on patient_advice (appointment_id)
  where appointment_id is not null;
create index patient_advice_staff on patient_advice (staff_id);
create index patient_advice_written_by on patient_advice (written_by);
create index patient_advice_archived_by on patient_advice (archived_by)
  where archived_by is not null;
create index patient_advice_withdrawn_by on patient_advice (withdrawn_by)
  where withdrawn_by is not null;
create index patient_advice_changed_by on patient_advice (changed_by) where changed_by is not null;

create table patient_advice_category (
  patient_advice_id integer not null references patient_advice on delete restrict,
  advice_category_id integer not null references advice_category on delete restrict,
  primary key (patient_advice_id, advice_category_id)
);
create index patient_advice_category_category on patient_advice_category (advice_category_id);

create table patient_advice_version (
  patient_advice_id integer not null references patient_advice on delete restrict,
  version integer not null,
  advice_text text not null,
  replaced timestamptz not null default now(),
  replaced_by integer not null references person on delete restrict,
  primary key (patient_advice_id, version)
);
create index patient_advice_version_replaced_by on patient_advice_version (replaced_by);

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

create table advice_snippet_category (
  advice_snippet_id integer not null references advice_snippet on delete cascade,
  advice_category_id integer not null references advice_category on delete cascade,
  primary key (advice_snippet_id, advice_category_id)
);
create index advice_snippet_category_category on advice_snippet_category (advice_category_id);

-- ==== What came of appointments (`outcomes`) ====

-- An edit makes a new edition, and appointments keep the one that they were given
-- (docs/decisions/0026). `version` guards against overwriting, as everywhere.
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
comment on column appointment_outcome.keep_version is
  'the last edit was a small correction: it kept the edition and counted the subversion';
create unique index appointment_outcome_name on appointment_outcome (lower(name))
  where not archived;

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
comment on column appointment_outcome_version.revision is
  'appointment_outcome.version when it was made: the trail says who made it';

create table appointment_type_outcome (
  appointment_type_id integer not null references appointment_type on delete cascade,
  appointment_outcome_id integer not null references appointment_outcome on delete restrict,
  primary key (appointment_type_id, appointment_outcome_id)
);
create index appointment_type_outcome_outcome on appointment_type_outcome (appointment_outcome_id);

create table appointment_outcome_given (
  appointment_id integer not null references appointment on delete restrict,
  appointment_outcome_id integer not null references appointment_outcome on delete restrict,
  edition integer not null,
  subversion integer not null,
  id integer generated always as identity primary key,
  given timestamptz not null default now(),
  given_by integer references person on delete restrict,
  reason text not null default '',
  replaces integer,
  ended timestamptz,
  ended_by integer references person on delete restrict,
  withdrawn_reason text not null default '',
  issued jsonb,
  constraint appointment_outcome_given_of_appointment unique (appointment_id, id),
  constraint appointment_outcome_given_replaced_once unique (replaces),
  constraint appointment_outcome_given_reason check (replaces is null or reason <> ''),
  constraint appointment_outcome_given_withdrawn check (withdrawn_reason = '' or ended is not null),
  constraint appointment_outcome_given_replaces
    foreign key (appointment_id, replaces) references appointment_outcome_given (appointment_id, id),
  constraint appointment_outcome_given_version
    foreign key (appointment_outcome_id, edition, subversion) references appointment_outcome_version
);
comment on column appointment_outcome_given.given_by is 'null where nobody knows any more';
comment on column appointment_outcome_given.ended is 'when it was replaced or withdrawn';
comment on column appointment_outcome_given.issued is
  'what its letter says, as of when it was recorded; once kept, it stays';
create index appointment_outcome_given_version
  on appointment_outcome_given (appointment_outcome_id, edition, subversion);
create unique index appointment_outcome_given_once
  on appointment_outcome_given (appointment_id, appointment_outcome_id)
  where ended is null;
create index appointment_outcome_given_given_by on appointment_outcome_given (given_by);
create index appointment_outcome_given_ended_by on appointment_outcome_given (ended_by);

-- ==== People who may be one person twice (`merging`) ====

-- Two people who may be one, or of whom somebody said that they are two.
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

create table person_to_compare (
  person_id integer primary key references person on delete cascade
);

-- A search among everybody goes on where it was after an interruption.
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

create table person_merge (
  id integer generated always as identity primary key,
  kept_id integer not null references person on delete restrict,
  merged_id integer not null references person on delete restrict,
  merged_at timestamptz not null default clock_timestamp(),
  merged_by integer references person on delete set null,
  changed jsonb not null,
  moved jsonb not null,
  undone_at timestamptz,
  undone_by integer references person on delete set null,
  constraint person_merge_two check (kept_id <> merged_id)
);
comment on column person_merge.changed is 'by record and column: the value before and after';
comment on column person_merge.moved is 'by table and column: the keys of the rows that moved';
create index person_merge_kept on person_merge (kept_id);
create index person_merge_merged on person_merge (merged_id);
create index person_merge_at on person_merge (merged_at);
-- A record that is merged cannot be merged again.
create unique index person_merge_open on person_merge (merged_id) where undone_at is null;

-- ==== Who waits for a time (`waiting-list`) ====

create table waiting_list_entry (
  id integer generated always as identity primary key,
  patient_id integer not null references person on delete restrict,
  appointment_type_id integer not null references appointment_type on delete restrict,
  appointment_id integer,
  days smallint[] not null,
  from_time time not null,
  to_time time not null,
  until date not null,
  state text not null default 'waiting' check (state in ('waiting', 'booked', 'left', 'expired')),
  joined timestamptz not null default now(),
  ended timestamptz,
  is_in_question boolean not null default false,
  joined_from text not null default '',
  constraint waiting_list_entry_days
    check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'),
  constraint waiting_list_entry_hours check (from_time < to_time),
  constraint waiting_list_entry_ended check ((state = 'waiting') = (ended is null)),
  constraint waiting_list_entry_appointment
    foreign key (appointment_id, patient_id) references appointment (id, patient_id)
    on update cascade on delete cascade
);
comment on column waiting_list_entry.appointment_id is
  'the patient has this appointment and wants an earlier one';
comment on column waiting_list_entry.days is 'of the week, Monday is 1';
comment on column waiting_list_entry.from_time is 'of the start, by the clock of the clinic';
comment on column waiting_list_entry.is_in_question is
  'a merge brought an appointment of the service: nothing is offered while that is to come, unless the patient joins again';
comment on column waiting_list_entry.joined_from is
  'the network address of who joined by themselves; empty where staff put them there';
create index waiting_list_queue on waiting_list_entry (joined, id) where state = 'waiting';
create index waiting_list_of_patient on waiting_list_entry (patient_id);
create index waiting_list_of_appointment on waiting_list_entry (appointment_id);
create index waiting_list_of_type on waiting_list_entry (appointment_type_id);
create index waiting_list_joined_from on waiting_list_entry (joined_from, joined)
  where joined_from <> '';

create table waiting_list_site (
  entry_id integer not null references waiting_list_entry on delete cascade,
  site_id integer not null references site on delete restrict,
  primary key (entry_id, site_id)
);
create index waiting_list_site_of_site on waiting_list_site (site_id);

create table waiting_list_offer (
  id integer generated always as identity primary key,
  entry_id integer not null references waiting_list_entry on delete cascade,
  hold_id integer references appointment on delete set null,
  site_id integer not null references site on delete restrict,
  staff_id integer not null references staff on delete restrict,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  offered timestamptz not null default now(),
  offered_by integer references person on delete restrict,
  expires timestamptz not null,
  ended timestamptz,
  constraint waiting_list_offer_held check (state <> 'open' or hold_id is not null),
  constraint waiting_list_offer_ended check ((state = 'open') = (ended is null))
);
comment on column waiting_list_offer.offered_by is 'null where it was the turn of the entry';
create unique index waiting_list_offer_one on waiting_list_offer (entry_id) where state = 'open';
create unique index waiting_list_offer_hold on waiting_list_offer (hold_id) where state = 'open';
create index waiting_list_offer_of_entry on waiting_list_offer (entry_id);
create index waiting_list_offer_of_hold on waiting_list_offer (hold_id);
create index waiting_list_offer_of_site on waiting_list_offer (site_id);
create index waiting_list_offer_of_staff on waiting_list_offer (staff_id);
create index waiting_list_offer_by on waiting_list_offer (offered_by);

-- Rows live for seconds and are read by what they match: keys would only add ways in which giving a
-- time back can fail.
create table freed_time (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  noted timestamptz not null default now(),
  staff_id integer,
  room_id integer,
  constraint freed_time_place check ((staff_id is null) = (room_id is null))
);
comment on column freed_time.staff_id is
  'whose time an appointment gave back; null for new hours and for looking at everything';

-- ==== What patients are notified of (`messages`) ====

create table message (
  id integer generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  event text not null check (event in (
    'booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder', 'forms_due',
    'new_time_needed', 'outcome_ready', 'next_dose_due', 'offer', 'offer_ended')),
  appointment_id integer,
  channel text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped', 'unknown')),
  due timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  told_before jsonb,
  starts_at timestamptz,
  lead_minutes integer,
  sentence text not null default '',
  recipient text not null default '',
  subject text not null default '',
  note text not null default '',
  created timestamptz not null default now(),
  sent timestamptz,
  withheld boolean not null default false,
  patient_id integer not null,
  vaccination_id integer references vaccination_history on delete cascade,
  template text not null default '',
  offer_id integer references waiting_list_offer on delete set null,
  is_reminder boolean not null
    generated always as (event in ('reminder', 'forms_due', 'next_dose_due')) stored,
  handed_over timestamptz,
  constraint message_lead check ((event = 'reminder') = (lead_minutes is not null)),
  constraint message_subject
    check ((event = 'next_dose_due') = (vaccination_id is not null)
      and (vaccination_id is null or appointment_id is null)),
  constraint message_offer check (event in ('offer', 'offer_ended') or offer_id is null),
  constraint message_start check ((appointment_id is null) = (starts_at is null)),
  constraint message_channel check (channel in ('email', 'sms')),
  constraint message_claim check ((state = 'sending') = (claimed_until is not null)),
  constraint message_sent check ((state = 'sent') = (sent is not null)),
  constraint message_withheld check (not withheld or state = 'dropped'),
  constraint message_of_appointment
    foreign key (appointment_id, patient_id) references appointment (id, patient_id)
    on update cascade on delete cascade,
  constraint message_patient foreign key (patient_id) references person on delete restrict
);
comment on column message.uuid is 'its Message-ID, the same with each try';
comment on column message.channel is 'a trigger fills it in';
comment on column message.told_before is
  'start, site and type before a reschedule: nothing is said where they are the same again';
comment on column message.starts_at is
  'of the appointment when it was written: a reminder is for this start';
comment on column message.sentence is 'added by staff';
comment on column message.recipient is 'of the last try; empty before';
comment on column message.note is 'why it was dropped, or what the server said last';
comment on column message.withheld is 'staff chose not to tell the patient';
comment on column message.vaccination_id is 'whose next dose is due';
comment on column message.template is
  'name and version of the clinic’s own words; empty for those that come with the product';
comment on column message.handed_over is
  'when the last try began to speak to the receiver; null where that was answered with “later”';
create index message_of_appointment on message (appointment_id);
create index message_dropped on message (created) where state = 'dropped';
create index message_failed on message (id desc) where state = 'failed';
create index message_created on message (created, id);
create index message_of_patient on message (patient_id, coalesce(sent, created) desc, id desc);
-- Each message once for a start or a dose, however many processes plan it.
create unique index message_reminder on message (appointment_id, lead_minutes, starts_at, channel)
  where event = 'reminder';
create unique index message_forms_due on message (appointment_id, starts_at, channel)
  where event = 'forms_due';
create unique index message_next_dose on message (vaccination_id, channel)
  where vaccination_id is not null;
create unique index message_new_time on message (appointment_id, starts_at, channel)
  where event = 'new_time_needed' and state <> 'dropped';
-- Several changes before the first is sent are notified as one.
create unique index message_once on message (appointment_id, event, channel)
  where state = 'waiting' and event not in ('reminder', 'offer') and attempts = 0;
-- People who have booked or are offered a time are notified before thousands of reminders.
create index message_due on message (is_reminder, due, id) where state in ('waiting', 'sending');
create index message_unknown on message (id desc) where state = 'unknown';
create unique index message_of_offer on message (offer_id, event, channel)
  where offer_id is not null;
create index message_recipient on message (recipient_key(recipient), coalesce(sent, handed_over))
  where recipient <> '';

create table message_template (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  event text not null check (event in (
    'booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder', 'forms_due',
    'new_time_needed', 'outcome_ready', 'next_dose_due', 'offer', 'offer_ended')),
  appointment_type_id integer references appointment_type on delete cascade,
  is_sent boolean not null default true,
  subject text not null default '',
  body text not null default '',
  keep_version boolean not null default false,
  edition integer not null default 1 check (edition > 0),
  subversion integer not null default 0 check (subversion >= 0),
  version integer not null default 1,
  modified timestamptz not null default now(),
  channel text not null default 'email' check (channel in ('email', 'sms')),
  constraint message_template_once unique nulls not distinct (appointment_type_id, channel, event)
);
comment on column message_template.appointment_type_id is
  'null for all types without one of their own';
comment on column message_template.body is
  'empty, as the subject, for the one that comes with the product';

create table message_template_version (
  message_template_id integer not null references message_template on delete cascade,
  edition integer not null,
  subversion integer not null,
  subject text not null,
  body text not null,
  revision integer not null,
  made timestamptz not null,
  primary key (message_template_id, edition, subversion)
);

create table reminder_stop (
  token_hash bytea primary key,
  message_id integer not null references message on delete cascade
);
create index reminder_stop_message on reminder_stop (message_id);

-- ==== What a person does with their own appointment (`own-appointments`) ====

create table appointment_access (
  token_hash bytea primary key,
  appointment_id integer not null references appointment on delete cascade,
  expires_at timestamptz not null,
  vouched_by voucher not null default 'self_declared',
  issued_to integer not null references person on delete cascade,
  issued_name text not null,
  issued_last_name text not null,
  issued_dob date,
  message_id integer references message on delete set null,
  channel text check (channel in ('email', 'sms')),
  sent_to text not null default '',
  made timestamptz not null default now(),
  constraint appointment_access_sent check ((channel is null) = (sent_to = ''))
);
comment on column appointment_access.channel is 'null where it was shown to its holder';
create index appointment_access_appointment on appointment_access (appointment_id);
create index appointment_access_issued_to on appointment_access (issued_to);
create index appointment_access_message on appointment_access (message_id)
  where message_id is not null;

create table waiting_list_access (
  token_hash bytea primary key,
  entry_id integer not null references waiting_list_entry on delete cascade,
  issued_to integer not null references person on delete restrict,
  expires_at timestamptz not null,
  channel text check (channel in ('email', 'sms')),
  sent_to text not null default '',
  constraint waiting_list_access_sent check ((channel is null) = (sent_to = ''))
);
create index waiting_list_access_of_entry on waiting_list_access (entry_id);
create index waiting_list_access_issued_to on waiting_list_access (issued_to);

create table attendance_answer (
  appointment_id integer primary key references appointment on delete cascade,
  starts_at timestamptz not null,
  is_coming boolean not null,
  answered timestamptz not null default now()
);

create table calendar_feed (
  staff_id integer primary key references staff on delete cascade,
  token_hash bytea not null unique,
  created timestamptz not null default now(),
  last_read timestamptz
);

-- ==== What other systems are notified of (`webhooks`) ====

create table webhook (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  constraint webhook_events
    check (array_position(events, null) is null and events <@ array[
      'appointment.booked', 'appointment.rescheduled', 'appointment.cancelled',
      'appointment.did_not_attend', 'appointment.completed',
      'vaccination.recorded', 'vaccination.corrected', 'vaccination.entered_in_error'])
);
create unique index webhook_name on webhook (lower(name));

create table webhook_secret (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  secret text not null check (secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{104})$'),
  made timestamptz not null default now(),
  ends timestamptz
);
comment on column webhook_secret.ends is 'one that was replaced signs as well until then';
create unique index webhook_secret_present on webhook_secret (webhook_id) where ends is null;
create index webhook_secret_of_webhook on webhook_secret (webhook_id);

create table webhook_delivery (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  uuid uuid not null default gen_random_uuid() unique,
  event text not null check (event in (
    'appointment.booked', 'appointment.rescheduled', 'appointment.cancelled',
    'appointment.did_not_attend', 'appointment.completed',
    'vaccination.recorded', 'vaccination.corrected', 'vaccination.entered_in_error',
    'webhook.test')),
  data jsonb not null,
  occurred timestamptz not null default now(),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped', 'unknown')),
  due timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  status_code smallint,
  note text not null default '',
  sent timestamptz,
  handed_over timestamptz,
  constraint webhook_delivery_claim check ((state = 'sending') = (claimed_until is not null)),
  constraint webhook_delivery_sent check ((state = 'sent') = (sent is not null))
);
comment on column webhook_delivery.uuid is 'its webhook-id, the same with each try';
comment on column webhook_delivery.data is 'as it was when it happened, without anything personal';
comment on column webhook_delivery.status_code is 'of the last answer';
comment on column webhook_delivery.note is 'why it was dropped, or what the receiver said last';
comment on column webhook_delivery.handed_over is
  'when the last try began to speak to the receiver; null where that was answered with “later”';
create index webhook_delivery_due on webhook_delivery (due) where state in ('waiting', 'sending');
create index webhook_delivery_failed on webhook_delivery (occurred, id) where state = 'failed';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, occurred, id);
create index webhook_delivery_occurred on webhook_delivery (occurred, id);
create index webhook_delivery_unknown on webhook_delivery (occurred, id) where state = 'unknown';

-- ==== Who did what (`audit`) ====

create table audit_event (
  sequence bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id integer,
  actor_role text not null check (actor_role in ('system', 'visitor', 'guest', 'patient', 'staff')),
  action text not null check (action <> ''),
  subject_type text not null check (subject_type <> ''),
  subject_id integer not null,
  patient_id integer,
  change jsonb not null default '{}',
  source text not null default '',
  request_id text not null default '',
  patient_ids integer[]
);
comment on column audit_event.patient_ids is 'everybody whom what was read names';
create index audit_event_at on audit_event (at);
create index audit_event_subject on audit_event (subject_type, subject_id, sequence);
create index audit_event_patient on audit_event (patient_id, sequence) where patient_id is not null;
create index audit_event_actor on audit_event (actor_id, sequence) where actor_id is not null;
create index audit_event_actor_role on audit_event (actor_role, sequence);
-- In byte order all actions of a subject stand together, from `appointment.` up to `appointment/`.
create index audit_event_action on audit_event (action collate "C", sequence);
create index audit_event_patients on audit_event using gin (patient_ids)
  where patient_ids is not null;

create table audit_seal (
  number integer primary key check (number > 0),
  first_sequence bigint not null,
  last_sequence bigint not null unique,
  line_count integer not null check (line_count > 0),
  previous_hash text not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null,
  check (first_sequence <= last_sequence)
);
comment on table audit_seal is 'the numbers from first_sequence to last_sequence, gaps included';

-- ==== The database itself (`database`) ====

create table write_check (
  filler text not null
);
comment on table write_check is 'always empty: check_writable() takes back what it writes';

-- ==== The demonstration (`src/demo`) ====

create table demo_mail (
  id integer generated always as identity primary key,
  message_id text not null unique,
  arrived timestamptz not null default now(),
  mail jsonb not null
);

-- What the identity provider of the demonstration stores, so that sign-ins survive a restart.
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
create index demo_provider_record_grant on demo_provider_record (grant_id)
  where grant_id is not null;
create index demo_provider_record_uid on demo_provider_record (uid) where uid is not null;
create index demo_provider_record_expires on demo_provider_record (expires_at);

create table demo_provider_secret (
  name text primary key,
  value jsonb not null
);
