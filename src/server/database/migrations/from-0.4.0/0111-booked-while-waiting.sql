-- What is offered ends when its patient books the same service by another way, or the service is
-- switched off (docs/decisions/0094).

alter table message
  drop constraint message_event_check,
  add constraint message_event_check check (event in (
    'booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder', 'forms_due',
    'new_time_needed', 'outcome_ready', 'next_dose_due', 'offer', 'offer_ended')),
  drop constraint message_offer,
  add constraint message_offer check (event in ('offer', 'offer_ended') or offer_id is null);
drop index message_of_offer;
create unique index message_of_offer on message (offer_id, event, channel) where offer_id is not null;

alter table message_template
  drop constraint message_template_event_check,
  add constraint message_template_event_check check (event in (
    'booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder', 'forms_due',
    'new_time_needed', 'outcome_ready', 'next_dose_due', 'offer', 'offer_ended'));

-- As before (0074). New: the end of an offer is told by the same channel as the offer.
create or replace function choose_channel() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  patient person;
  wanted text;
  is_offer boolean := new.event in ('offer', 'offer_ended');
begin
  select * into patient from person where id = new.patient_id;
  wanted := patient.reminders;
  if new.event not in ('reminder', 'forms_due', 'next_dose_due')
    and (not is_offer or wanted = 'none' or patient.email = '' or patient.mobile = '')
  then
    new.channel := case when patient.email = '' and patient.mobile <> '' then 'sms' else 'email' end;
    return new;
  end if;
  new.channel := case wanted when 'sms' then 'sms' else 'email' end;
  if wanted = 'both' then
    insert into message (event, appointment_id, patient_id, vaccination_id, offer_id, starts_at,
      lead_minutes, due, channel)
    values (new.event, new.appointment_id, new.patient_id, new.vaccination_id, new.offer_id,
      new.starts_at, new.lead_minutes, new.due, 'sms')
    on conflict do nothing;
  end if;
  return new;
end
$$;

create function has_booked(patient integer, type integer) returns boolean language sql stable
set search_path = public, pg_temp as $$
  select exists (select from appointment
    where patient_id = patient and appointment_type_id = type
      and status = 'booked' and starts_at > now())
$$;

-- An appointment that is booked by any way but the offer itself takes the offer's place.
create function withdraw_offers(patient integer, type integer) returns void language sql
set search_path = public, pg_temp as $$
  delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
  where entry.patient_id = patient and entry.appointment_type_id = type
    and entry.state = 'waiting' and entry.appointment_id is null
    and offer.entry_id = entry.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held'
$$;

-- As before (0074). New: an appointment that is booked, reinstated or becomes one of this service,
-- withdraws what was offered before. From then on an earlier time is waited for.
create or replace function keep_waiting() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  was_here boolean := tg_op = 'UPDATE' and old.status = 'booked' and new.status = 'booked'
    and new.appointment_type_id = old.appointment_type_id;
begin
  if tg_op = 'UPDATE' and old.status = 'booked' and not was_here then
    update waiting_list_entry set state = 'left', ended = now()
    where appointment_id = new.id and state = 'waiting';
  end if;
  if was_here then
    delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
    where entry.appointment_id = new.id and offer.entry_id = entry.id and offer.state = 'open'
      and appointment.id = offer.hold_id and appointment.status = 'held'
      and appointment.starts_at >= new.starts_at;
  elsif new.status = 'booked' then
    perform withdraw_offers(new.patient_id, new.appointment_type_id);
    update waiting_list_entry set appointment_id = new.id
    where patient_id = new.patient_id and appointment_type_id = new.appointment_type_id
      and state = 'waiting' and appointment_id is null;
  end if;
  return null;
end
$$;
drop trigger appointment_awaited on appointment;
create trigger appointment_awaited after update on appointment
  for each row when (
    (old.status <> 'booked' and new.status = 'booked') or (old.status = 'booked'
      and (new.status <> 'booked' or new.appointment_type_id <> old.appointment_type_id
        or new.starts_at < old.starts_at)))
  execute function keep_waiting();

-- A merge can bring a place on the list and an appointment of its service into one record.
alter table waiting_list_entry add column is_in_question boolean not null default false;
comment on column waiting_list_entry.is_in_question is
  'a merge brought an appointment of the service: nothing is offered while that is to come, unless the patient joins again';
create function withdraw_merged_offers() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if has_booked(new.patient_id, new.appointment_type_id) then
    perform withdraw_offers(new.patient_id, new.appointment_type_id);
    update waiting_list_entry set is_in_question = true
    where patient_id = new.patient_id and appointment_type_id = new.appointment_type_id
      and state = 'waiting' and appointment_id is null;
  end if;
  return null;
end
$$;
create trigger waiting_list_entry_merged after update of patient_id on waiting_list_entry
  for each row when (new.patient_id <> old.patient_id)
  execute function withdraw_merged_offers();
create trigger appointment_merged after update of patient_id on appointment
  for each row when (new.status = 'booked' and new.patient_id <> old.patient_id)
  execute function withdraw_merged_offers();

-- Who was told of a time that is taken back with its service, is told of that, too.
create function withdraw_offers_of_type() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  insert into message (event, offer_id, patient_id)
  select 'offer_ended', offer.id, entry.patient_id
  from waiting_list_offer as offer join waiting_list_entry as entry on entry.id = offer.entry_id
  where entry.appointment_type_id = new.id and offer.state = 'open'
    and exists (select from message where offer_id = offer.id and event = 'offer'
      and state in ('sending', 'sent', 'unknown'))
  on conflict do nothing;
  delete from appointment using waiting_list_offer as offer, waiting_list_entry as entry
  where entry.appointment_type_id = new.id and offer.entry_id = entry.id and offer.state = 'open'
    and appointment.id = offer.hold_id and appointment.status = 'held';
  return null;
end
$$;
create trigger appointment_type_switched_off after update on appointment_type
  for each row when ((new.disabled and not old.disabled) or (new.hidden and not old.hidden))
  execute function withdraw_offers_of_type();
