-- Writes an instant as the API does. `write_appointment_deliveries` and
-- `write_vaccination_deliveries` call it.
create or replace function as_instant(timestamptz) returns text language sql stable parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
