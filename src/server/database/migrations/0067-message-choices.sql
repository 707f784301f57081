-- What clinics and patients choose about messages (docs/decisions/0076).

alter table appointment_type add constraint appointment_type_reminder_minutes check (
  array_position(reminder_minutes, null) is null
  and 5 <= all (reminder_minutes) and 43200 >= all (reminder_minutes));
