-- Vaccinations are recorded, corrected and marked as entered in error; none is deleted
-- (docs/decisions/0067).

alter table vaccination_history
  alter column dose_number drop not null,
  alter column dose_number drop default,
  add column given_on date,
  add column not_given_reason text not null default '' check (not_given_reason in
    ('', 'refused', 'unwell', 'contraindicated', 'already_had', 'not_available', 'other')),
  add column recorded_by integer references person on delete restrict,
  add column changed_by integer references person on delete restrict,
  add column change_reason text not null default '',
  add column entered_in_error timestamptz,
  drop constraint vaccination_history_site_of_administration_check,
  add constraint vaccination_history_site_of_administration_check check (site_of_administration in
    ('', 'left_deltoid', 'right_deltoid', 'left_thigh', 'right_thigh', 'left_buttock',
      'right_buttock', 'abdomen', 'mouth', 'nose'));
comment on column vaccination_history.dose_number is 'null where nobody knows which dose it was';
comment on column vaccination_history.given_on is 'the day at the clinic of date_administered';
comment on column vaccination_history.change_reason is 'why it was last corrected, or entered in error';

update vaccination_history set
  batch_number = upper(regexp_replace(batch_number, '\s', '', 'g')),
  given_on = (date_administered at time zone 'UTC')::date,
  not_given_reason = case when was_administered then '' else 'other' end;
alter table vaccination_history
  alter column given_on set not null,
  add constraint vaccination_history_given_on check (given_on between
    (date_administered at time zone 'UTC')::date - 1
    and (date_administered at time zone 'UTC')::date + 1),
  add constraint vaccination_history_not_given check (was_administered = (not_given_reason = '')),
  -- A batch is good through the end of its last day.
  add constraint vaccination_history_in_date
    check (not was_administered or expiry_date is null or given_on <= expiry_date),
  add constraint vaccination_history_next_dose
    check (booster_due_date is null or (was_administered and booster_due_date > given_on)),
  add constraint vaccination_history_error_reason
    check (entered_in_error is null or change_reason <> '');
create index vaccination_history_recorded_by on vaccination_history (recorded_by)
  where recorded_by is not null;
create index vaccination_history_changed_by on vaccination_history (changed_by)
  where changed_by is not null;

-- The patient of a vaccination is the patient of its appointment: it follows the appointment through
-- a merge of two patients and its undoing.
alter table appointment add constraint appointment_of_patient unique (id, patient_id);
alter table vaccination_history
  add constraint vaccination_history_appointment_patient
    foreign key (appointment_id, patient_id) references appointment (id, patient_id)
    on update cascade on delete restrict;

-- Every record of the administration list by time; a recall by product and batch.
drop index vaccination_history_product;
create index vaccination_history_product_batch
  on vaccination_history (vaccine_product_id, batch_number, date_administered);
create index vaccination_history_batch on vaccination_history (batch_number, date_administered)
  where batch_number <> '';
create index vaccination_history_given on vaccination_history (date_administered, id);
drop index vaccination_history_income;
create index vaccination_history_income on vaccination_history (date_administered)
  include (price, vaccine_product_id, staff_id)
  where was_administered and not is_historical and entered_in_error is null;

-- What a record was before each correction.
create table vaccination_history_version (
  vaccination_id integer not null references vaccination_history on delete restrict,
  version integer not null,
  kept jsonb not null,
  replaced timestamptz not null default now(),
  primary key (vaccination_id, version)
);

create function keep_vaccination_version() returns trigger language plpgsql as $$
begin
  insert into vaccination_history_version (vaccination_id, version, kept)
  values (old.id, old.version, to_jsonb(old));
  return null;
end
$$;
-- A merge of two patients corrects nothing.
create trigger vaccination_history_corrected after update on vaccination_history
  for each row when (old.patient_id = new.patient_id) execute function keep_vaccination_version();

create function keep_vaccination() returns trigger language plpgsql as $$
begin
  raise exception 'a vaccination record is kept; mark it as entered in error'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger vaccination_history_is_kept before delete on vaccination_history
  for each row execute function keep_vaccination();
