-- The address at which a clinician's calendar program reads their schedule (docs/decisions/0079).
create table calendar_feed (
  staff_id integer primary key references staff on delete cascade,
  token_hash bytea not null unique,
  created timestamptz not null default now(),
  last_read timestamptz
);
