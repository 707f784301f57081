-- Reading the audit trail, newest first: each filter of the screen finds its lines in that order.

drop index audit_event_subject;
drop index audit_event_patient;
create index audit_event_subject on audit_event (subject_type, subject_id, sequence);
create index audit_event_patient on audit_event (patient_id, sequence) where patient_id is not null;
create index audit_event_actor on audit_event (actor_id, sequence) where actor_id is not null;
create index audit_event_actor_role on audit_event (actor_role, sequence);
-- Byte order, so that all actions of a subject stand together: `appointment.` up to `appointment/`.
create index audit_event_action on audit_event (action collate "C", sequence);
