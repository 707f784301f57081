-- Whoever completed an appointment, also without a staff record.
alter table appointment drop constraint appointment_completed_by_fkey;

-- Nothing about the appointments themselves changes: no version, no message.
alter table appointment disable trigger user;
update appointment set completed_by = staff.person_id
from staff where staff.id = appointment.completed_by;
update appointment set completed_by = (
  select person.id
  from audit_event join person on person.id = audit_event.actor_id
  where subject_type = 'appointment' and subject_id = appointment.id
    and action = 'appointment.completed'
  order by sequence desc limit 1)
where status = 'completed' and completed_by is null;
alter table appointment enable trigger user;

alter table appointment add constraint appointment_completed_by_fkey
  foreign key (completed_by) references person on delete restrict;
