-- Webhooks (docs/decisions/0085): other systems are told of appointments and vaccinations. A trigger
-- writes a delivery for each webhook in the transaction that causes it; a job sends it as it sends
-- messages (0065). Deliveries name nobody.

create table webhook (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  constraint webhook_events check (array_position(events, null) is null and events <@ array[
    'appointment.booked', 'appointment.rescheduled', 'appointment.cancelled',
    'appointment.did_not_attend', 'appointment.completed',
    'vaccination.recorded', 'vaccination.corrected', 'vaccination.entered_in_error'])
);
create unique index webhook_name on webhook (lower(name));
create trigger webhook_version before update on webhook
  for each row execute function next_version();

-- Apart, so that no list and no refused row has one. Nothing is written for a webhook without a
-- secret: nobody could check it.
create table webhook_secret (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  secret text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  made timestamptz not null default now(),
  ends timestamptz
);
comment on column webhook_secret.ends is 'one that was replaced signs as well until then';
create unique index webhook_secret_present on webhook_secret (webhook_id) where ends is null;
create index webhook_secret_of_webhook on webhook_secret (webhook_id);

create table webhook_delivery (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  uuid uuid not null unique default gen_random_uuid(),
  event text not null check (event in (
    'appointment.booked', 'appointment.rescheduled', 'appointment.cancelled',
    'appointment.did_not_attend', 'appointment.completed',
    'vaccination.recorded', 'vaccination.corrected', 'vaccination.entered_in_error',
    'webhook.test')),
  data jsonb not null,
  occurred timestamptz not null default now(),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  due timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  status_code smallint,
  note text not null default '',
  sent timestamptz,
  constraint webhook_delivery_claim check ((state = 'sending') = (claimed_until is not null)),
  constraint webhook_delivery_sent check ((state = 'sent') = (sent is not null))
);
comment on column webhook_delivery.uuid is 'its webhook-id, the same with each try';
comment on column webhook_delivery.data is 'as it was when it happened, without anything personal';
comment on column webhook_delivery.status_code is 'of the last answer';
comment on column webhook_delivery.note is 'why it was dropped, or what the receiver said last';
create index webhook_delivery_due on webhook_delivery (due) where state in ('waiting', 'sending');
create index webhook_delivery_failed on webhook_delivery (occurred, id) where state = 'failed';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, occurred, id);
create index webhook_delivery_occurred on webhook_delivery (occurred, id);

create function as_instant(timestamptz) returns text language sql stable parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- `for key share` waits for a deletion of the webhook, so that none can fail what is told.
create function write_appointment_deliveries() returns trigger language plpgsql
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
create trigger appointment_deliveries_written after insert on appointment
  for each row when (new.status <> 'held')
  execute function write_appointment_deliveries();
create trigger appointment_deliveries_changed after update of status on appointment
  for each row when (new.status <> 'held' and new.status <> old.status)
  execute function write_appointment_deliveries();
create trigger appointment_deliveries_rescheduled after update on appointment
  for each row when (new.status = 'booked' and old.status = 'booked'
    and (new.starts_at, new.duration, new.site_id, new.appointment_type_id, new.staff_id)
      <> (old.starts_at, old.duration, old.site_id, old.appointment_type_id, old.staff_id))
  execute function write_appointment_deliveries('appointment.rescheduled');

create function write_vaccination_deliveries() returns trigger language plpgsql
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
create trigger vaccination_deliveries_recorded after insert on vaccination_history
  for each row execute function write_vaccination_deliveries('vaccination.recorded');
-- A merge of two patients corrects nothing.
create trigger vaccination_deliveries_corrected after update on vaccination_history
  for each row when (old.patient_id = new.patient_id
    and (new.entered_in_error is null or old.entered_in_error is not null))
  execute function write_vaccination_deliveries('vaccination.corrected');
create trigger vaccination_deliveries_ended after update on vaccination_history
  for each row when (new.entered_in_error is not null and old.entered_in_error is null)
  execute function write_vaccination_deliveries('vaccination.entered_in_error');

insert into permission (name)
select 'clinic.' || action || '_webhook' from unnest('{add,change,delete,view}'::text[]) as action;
