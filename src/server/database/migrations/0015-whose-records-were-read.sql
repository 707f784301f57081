-- A list or a schedule names many patients: the one line of its reading says whose records they were,
-- so that everything about one of them is found.

alter table audit_event add column patient_ids integer[];
comment on column audit_event.patient_ids is 'everybody whom what was read names';
create index audit_event_patients on audit_event using gin (patient_ids)
  where patient_ids is not null;
