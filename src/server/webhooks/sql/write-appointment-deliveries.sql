-- Runs after an appointment is written, changes its status or is rescheduled, and writes one row of
-- `webhook_delivery` for each webhook that wants the event; `send-webhooks.ts` sends it. Locking
-- the webhook waits for its deletion, which could otherwise make the change of the appointment
-- fail.
create or replace function write_appointment_deliveries() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  told text := coalesce(tg_argv[0], 'appointment.' || new.status);
begin
  insert into webhook_delivery (webhook_id, event, data)
  select webhook.id, told, jsonb_build_object(
    'appointment_id', new.id, 'version', new.version, 'status', new.status,
    'start', as_instant(new.starts_at), 'duration', new.duration,
    'appointment_type_id', new.appointment_type_id, 'site_id', new.site_id,
    'staff_id', new.staff_id)
  from webhook
  where is_active and told = any(events)
    and exists (select from webhook_secret where webhook_id = webhook.id)
  for key share;
  return null;
end
$$;

create or replace trigger appointment_deliveries_changed after update of status on appointment
  for each row when (new.status <> 'held' and new.status <> old.status)
  execute function write_appointment_deliveries();

create or replace trigger appointment_deliveries_rescheduled after update on appointment
  for each row when (new.status = 'booked' and old.status = 'booked'
    and (new.starts_at, new.duration, new.site_id, new.appointment_type_id, new.staff_id)
      <> (old.starts_at, old.duration, old.site_id, old.appointment_type_id, old.staff_id))
  execute function write_appointment_deliveries('appointment.rescheduled');

create or replace trigger appointment_deliveries_written after insert on appointment
  for each row when (new.status <> 'held')
  execute function write_appointment_deliveries();
