-- What clinics and patients choose about messages (docs/decisions/0076).

alter table appointment_type add constraint appointment_type_reminder_minutes check (
  array_position(reminder_minutes, null) is null
  and 5 <= all (reminder_minutes) and 43200 >= all (reminder_minutes));

-- What a message says in place of the text that comes with the product, and whether it is sent: for
-- all appointment types, or for one of them. Other words make a version, as of outcomes (0020).
create table message_template (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  event text not null check (event in
    ('booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder')),
  appointment_type_id integer references appointment_type on delete cascade,
  is_sent boolean not null default true,
  subject text not null default '',
  body text not null default '',
  keep_version boolean not null default false,
  edition integer not null default 1 check (edition > 0),
  subversion integer not null default 0 check (subversion >= 0),
  version integer not null default 1,
  modified timestamptz not null default now(),
  constraint message_template_once unique nulls not distinct (appointment_type_id, event)
);
comment on column message_template.appointment_type_id is 'null for all types without one of their own';
comment on column message_template.body is 'empty, as the subject, for the one that comes with the product';

create table message_template_version (
  message_template_id integer not null references message_template on delete cascade,
  edition integer not null,
  subversion integer not null,
  subject text not null,
  body text not null,
  revision integer not null,
  made timestamptz not null,
  primary key (message_template_id, edition, subversion)
);

create function keep_message_template_version() returns trigger language plpgsql as $$
begin
  insert into message_template_version
  values (new.id, new.edition, new.subversion, new.subject, new.body, new.version, new.modified);
  return null;
end
$$;

create trigger message_template_version before update on message_template
  for each row execute function next_version();
create trigger message_template_edition before update on message_template
  for each row when ((new.subject, new.body) is distinct from (old.subject, old.body))
  execute function next_edition();
create trigger message_template_made after insert on message_template
  for each row execute function keep_message_template_version();
create trigger message_template_edited after update on message_template
  for each row when ((new.edition, new.subversion) is distinct from (old.edition, old.subversion))
  execute function keep_message_template_version();

insert into permission (name)
select 'clinic.' || action || '_messagetemplate' from unnest('{add,change,delete,view}'::text[]) as action;

alter table person add column reminders text not null default 'email'
  check (reminders in ('email', 'none'));
comment on column person.reminders is 'how the person wants to be reminded of appointments';

-- Each reminder has a link that stops reminders, and opens nothing.
create table reminder_stop (
  token_hash bytea primary key,
  message_id integer not null references message on delete cascade
);
create index reminder_stop_message on reminder_stop (message_id);
