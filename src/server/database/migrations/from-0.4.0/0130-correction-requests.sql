-- What people ask staff to correct about who they are (docs/decisions/0100).

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
  constraint correction_request_asks check (
    num_nonnulls(first_name, last_name, dob, nhs_number) > 0 or note <> ''),
  constraint correction_request_decided check (
    (state in ('accepted', 'declined')) = (decided is not null)
    and (decided is null) = (decided_by is null))
);
comment on column correction_request.first_name is 'what it should be; null where it is right';
comment on column correction_request.nhs_number is 'empty: they have none';
create index correction_request_person on correction_request (person_id, created desc);
create index correction_request_state on correction_request (state, created, id);
create index correction_request_decided_by on correction_request (decided_by)
  where decided_by is not null;

create trigger correction_request_person_open before insert or update of person_id
  on correction_request for each row execute function person_record_is_open('person_id');
