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
