-- What a change of availability replaced, so that whoever made it can undo it within minutes
-- (docs/decisions/0113). Housekeeping removes it.
create table availability_change (
  id integer generated always as identity primary key,
  -- May be deleted by the change.
  availability_id integer not null,
  successor_id integer,
  before jsonb not null,
  removed jsonb not null,
  version_after integer,
  successor_version integer,
  made timestamptz not null default now(),
  made_by integer not null references person on delete cascade,
  undone timestamptz
);
comment on column availability_change.successor_id is 'what carries the rule on, perhaps itself';
comment on column availability_change.before is 'its rule, clinician, room and appointment types';
comment on column availability_change.removed is 'the occurrences that the change took away';
create index availability_change_availability on availability_change (availability_id, id desc);
create index availability_change_made on availability_change (made);
create index availability_change_made_by on availability_change (made_by);
