-- Everything that happens to a record, in order, for ever.

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
  request_id text not null default ''
);
create index audit_event_subject on audit_event (subject_type, subject_id);
create index audit_event_patient on audit_event (patient_id) where patient_id is not null;
create index audit_event_at on audit_event (at);

create function audit_event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function audit_event_is_append_only();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function audit_event_is_append_only();
