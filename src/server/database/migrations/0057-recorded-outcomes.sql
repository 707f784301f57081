-- Outcomes can be added, changed and withdrawn after an appointment was completed
-- (docs/decisions/0068). Each row is one recorded outcome: a change is a new row that replaces
-- another, and a withdrawn one stays. What is present has no `ended`.

alter table appointment_outcome_given
  drop constraint appointment_outcome_given_pkey,
  drop constraint appointment_outcome_given_appointment_id_fkey,
  add constraint appointment_outcome_given_appointment_id_fkey
    foreign key (appointment_id) references appointment on delete restrict,
  add column id integer generated always as identity primary key,
  add column given timestamptz not null default now(),
  add column given_by integer references person on delete restrict,
  add column reason text not null default '',
  add column replaces integer,
  add column ended timestamptz,
  add column ended_by integer references person on delete restrict,
  add column withdrawn_reason text not null default '',
  add constraint appointment_outcome_given_of_appointment unique (appointment_id, id),
  -- Two people who change one at the same time: one of them.
  add constraint appointment_outcome_given_replaced_once unique (replaces),
  add constraint appointment_outcome_given_replaces foreign key (appointment_id, replaces)
    references appointment_outcome_given (appointment_id, id),
  add constraint appointment_outcome_given_reason check (replaces is null or reason <> ''),
  add constraint appointment_outcome_given_withdrawn check (withdrawn_reason = '' or ended is not null);
comment on column appointment_outcome_given.given_by is 'null where nobody knows any more';
comment on column appointment_outcome_given.ended is 'when it was replaced or withdrawn';

create unique index appointment_outcome_given_once
  on appointment_outcome_given (appointment_id, appointment_outcome_id) where ended is null;
create index appointment_outcome_given_given_by on appointment_outcome_given (given_by);
create index appointment_outcome_given_ended_by on appointment_outcome_given (ended_by);

update appointment_outcome_given as given
set given = coalesce(appointment.completed_on, appointment.modified), given_by = staff.person_id
from appointment left join staff on staff.id = appointment.completed_by
where appointment.id = given.appointment_id;

create function replace_recorded_outcome() returns trigger language plpgsql as $$
begin
  update appointment_outcome_given set ended = new.given, ended_by = new.given_by
  where id = new.replaces and ended is null;
  if not found then
    raise exception 'only a present outcome is replaced' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger appointment_outcome_given_replaced before insert on appointment_outcome_given
  for each row when (new.replaces is not null) execute function replace_recorded_outcome();

create function keep_recorded_outcome() returns trigger language plpgsql as $$
begin
  raise exception 'a recorded outcome stays; withdraw or replace it'
    using errcode = 'integrity_constraint_violation';
end
$$;
create trigger appointment_outcome_given_stays before delete on appointment_outcome_given
  for each row execute function keep_recorded_outcome();
-- A merge of records changes who recorded it.
create trigger appointment_outcome_given_is_final before update on appointment_outcome_given
  for each row when (
    (new.id, new.appointment_id, new.appointment_outcome_id, new.edition, new.subversion, new.given,
      new.reason, new.replaces)
    is distinct from (old.id, old.appointment_id, old.appointment_outcome_id, old.edition,
      old.subversion, old.given, old.reason, old.replaces)
    or (old.ended is not null and (new.ended, new.withdrawn_reason)
      is distinct from (old.ended, old.withdrawn_reason)))
  execute function keep_recorded_outcome();
