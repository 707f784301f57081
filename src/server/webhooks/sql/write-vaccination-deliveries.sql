-- Runs after a vaccination is recorded, corrected or marked as entered in error, and writes one row
-- of `webhook_delivery` for each webhook that wants the event; `send-webhooks.ts` sends it. A merge
-- of two patients corrects nothing.
create or replace function write_vaccination_deliveries() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  told text := tg_argv[0];
begin
  insert into webhook_delivery (webhook_id, event, data)
  select webhook.id, told, jsonb_build_object(
    'vaccination_id', new.id, 'version', new.version,
    'status', case when new.entered_in_error is not null then 'entered_in_error'
      when new.is_historical then 'historical'
      when new.was_administered then 'given' else 'not_given' end,
    'date_administered', as_instant(new.date_administered),
    'vaccine_product_id', new.vaccine_product_id, 'staff_id', new.staff_id,
    'appointment_id', new.appointment_id,
    'site_id', (select site_id from appointment where id = new.appointment_id))
  from webhook
  where is_active and told = any(events)
    and exists (select from webhook_secret where webhook_id = webhook.id)
  for key share;
  return null;
end
$$;

create or replace trigger vaccination_deliveries_corrected after update on vaccination_history
  for each row when (old.patient_id = new.patient_id
    and (new.entered_in_error is null or old.entered_in_error is not null))
  execute function write_vaccination_deliveries('vaccination.corrected');

create or replace trigger vaccination_deliveries_ended after update on vaccination_history
  for each row when (new.entered_in_error is not null and old.entered_in_error is null)
  execute function write_vaccination_deliveries('vaccination.entered_in_error');

create or replace trigger vaccination_deliveries_recorded after insert on vaccination_history
  for each row execute function write_vaccination_deliveries('vaccination.recorded');
