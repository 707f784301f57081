-- Whether patients say that they will come. An answer is about one start: it is void after a move.
create table attendance_answer (
  appointment_id integer primary key references appointment on delete cascade,
  starts_at timestamptz not null,
  is_coming boolean not null,
  answered timestamptz not null default now()
);
