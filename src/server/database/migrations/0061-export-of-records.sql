-- Who may take a patient's whole record away. Existing groups do not get it: an administrator decides.
insert into permission (name) values ('clinic.export_patientrecord');
