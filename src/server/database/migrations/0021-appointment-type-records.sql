-- As 0014 for other kinds of record: appointment types are kept in the administration area.

alter table appointment_type
  add column version integer not null default 1,
  add column modified timestamptz not null default now();
create trigger appointment_type_version before update on appointment_type
  for each row execute function next_version();

-- A type that an availability offers is not taken out of it without a word.
alter table availability_appointment_type
  drop constraint availability_appointment_type_appointment_type_id_fkey,
  add constraint availability_appointment_type_appointment_type_id_fkey
    foreign key (appointment_type_id) references appointment_type on delete restrict;
