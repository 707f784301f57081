-- Forms that are still to be filled in, letters that can be read, and doses that fall due
-- (docs/decisions/0078). Each message keeps which words it was sent with.

alter table message
  add column vaccination_id integer references vaccination_history on delete cascade,
  add column template text not null default '',
  add constraint message_subject check (
    (event = 'next_dose_due') = (vaccination_id is not null)
    and (vaccination_id is null or appointment_id is null));
comment on column message.vaccination_id is 'whose next dose is due';
comment on column message.template is 'name and version of the clinic’s own words; empty for those that come with the product';

-- Once for each start, and once for each dose, however many processes plan them.
create unique index message_forms_due on message (appointment_id, starts_at)
  where event = 'forms_due';
create unique index message_next_dose on message (vaccination_id) where vaccination_id is not null;
create index vaccination_history_next_dose on vaccination_history (booster_due_date)
  where booster_due_date is not null and entered_in_error is null;

create function write_outcome_message() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  -- Staff correct a slip within minutes.
  insert into message (event, appointment_id, patient_id, starts_at, due)
  select 'outcome_ready', appointment.id, patient_id, starts_at, now() + interval '15 minutes'
  from appointment
    join appointment_outcome_version as kept
      on kept.appointment_outcome_id = new.appointment_outcome_id
        and kept.edition = new.edition and kept.subversion = new.subversion
  where appointment.id = new.appointment_id and (template_code <> '' or template_path <> '')
    -- Records that are completed long after are no news.
    and starts_at > now() - interval '30 days'
  on conflict do nothing;
  return null;
end
$$;
create trigger appointment_outcome_given_message after insert on appointment_outcome_given
  for each row execute function write_outcome_message();
