-- Lists of a million appointments and a hundred thousand people in every order that they offer
-- (docs/decisions/0027): of each name in turn the first appointments, in the order of time.

create index appointment_by_creation on appointment (created);
create index appointment_by_cancellation on appointment (cancelled_on) where status = 'cancelled';
-- One of a hundred cancellations or fewer.
create index appointment_cancelled_by_patient on appointment (starts_at)
  where status = 'cancelled' and cancelled_by = patient_id;

create index person_by_full_name on person (full_name, id);
create index person_by_creation on person (created);
-- Those whose birth date nobody knows are in the list, too.
drop index person_dob;
create index person_dob on person (dob, folded_name);
-- What narrows the list to a few.
create index person_portal_user on person (id) where is_portal_user;
