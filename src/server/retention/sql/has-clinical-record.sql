-- Decides whether a person has anything that belongs to a clinical record; notes of an appointment
-- count where staff wrote them. `run-retention.ts` leaves these people out, and `keep_clinical_record`
-- refuses to anonymise them.
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
