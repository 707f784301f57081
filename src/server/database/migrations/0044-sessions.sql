-- Sessions with other settings than ours, and whether the database takes writes (docs/decisions/0044).

-- These name tables without their schema. A session that looks elsewhere (psql, a restore) finds the
-- same ones. What is written in plain SQL has its names resolved already.
alter function vaccination_price() set search_path = public, pg_temp;
alter function note_people_to_compare() set search_path = public, pg_temp;
alter function keep_outcome_version() set search_path = public, pg_temp;
alter function keep_eform_version() set search_path = public, pg_temp;
alter function appointment_category_in_place() set search_path = public, pg_temp;

create table write_check (
  filler text not null
);
comment on table write_check is 'always empty: check_writable() takes back what it writes';

-- Writes as any statement does, and takes it back. Emptying the table first makes a new file, so that
-- the disk has to have room for it. Runs as the owner, since a role that serves may not empty tables.
create function check_writable() returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  truncate write_check;
  insert into write_check values (repeat('-', 1000));
  raise exception using errcode = 'no_data_found';
exception when no_data_found then
  return;
end
$$;
