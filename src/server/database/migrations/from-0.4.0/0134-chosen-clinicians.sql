-- Whoever chose their clinician is told when another one takes the appointment (docs/decisions/0114).
alter table appointment add column clinician_chosen boolean not null default false;
comment on column appointment.clinician_chosen is 'the patient booked with this clinician, not with anybody who is free';

create or replace function told_place(appointment) returns jsonb language sql stable parallel safe
  return jsonb_build_object(
    'starts_at', $1.starts_at, 'site_id', $1.site_id, 'type_id', $1.appointment_type_id,
    'staff_id', case when $1.clinician_chosen then $1.staff_id end);

drop trigger appointment_messages_changed on appointment;
create trigger appointment_messages_changed after update on appointment
  for each row when (
    (new.starts_at > now() or old.starts_at > now()
      or 'did_not_attend' in (new.status, old.status))
    and ((new.status, new.starts_at, new.site_id, new.appointment_type_id)
        <> (old.status, old.starts_at, old.site_id, old.appointment_type_id)
      or (new.clinician_chosen and new.staff_id <> old.staff_id)))
  execute function write_messages();
