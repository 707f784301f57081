-- What a clinician adds at completion: notes that only staff read, and why an appointment was
-- completed although forms of the clinician were not finished.

alter table appointment
  add column clinician_notes text not null default '',
  add column unfinished_forms text[] not null default '{}',
  add column unfinished_forms_reason text not null default '',
  add constraint appointment_unfinished_forms check (
    (cardinality(unfinished_forms) > 0) = (unfinished_forms_reason <> '')
    and (cardinality(unfinished_forms) = 0 or status = 'completed'));
comment on column appointment.clinician_notes is 'patients never see them';
comment on column appointment.unfinished_forms is 'titles of the clinician forms that were not finished at completion';

-- As in 0060, and notes of a clinician are clinical.
create or replace function has_clinical_record(person_id integer) returns boolean
  language sql stable
  return exists (select from vaccination_history where patient_id = $1)
    or exists (select from patient_advice where patient_id = $1)
    or exists (select from person_allergy where person_allergy.person_id = $1)
    or exists (select from allergy_statement where allergy_statement.person_id = $1)
    or exists (
      select from appointment
      where patient_id = $1 and (status = 'completed'
        or clinician_notes <> ''
        or exists (select from appointment_outcome_given where appointment_id = appointment.id)
        or exists (
          select from saved_form
          where appointment_id = appointment.id and (kind = 'clinician' or exists (
            select from submitted_form where saved_form_id = saved_form.id)))
        or notes <> '' and exists (
          select from audit_event
          where subject_type = 'appointment' and subject_id = appointment.id
            and actor_role = 'staff' and (action = 'appointment.booked'
              or action = 'appointment.changed' and change -> 'fields' ? 'notes'))));
