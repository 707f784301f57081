-- `health.ts` calls it to learn whether the database takes writes: it writes as any statement does,
-- and takes it back. It empties the table first so that the disk must have room for a new file, and
-- runs as the owner because the role that serves may not empty tables.
create or replace function check_writable() returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  truncate write_check;
  insert into write_check values (repeat('-', 1000));
  raise exception using errcode = 'no_data_found';
exception when no_data_found then
  return;
end
$$;
