-- The outbox (docs/decisions/0074). A trigger writes a message in the transaction that causes it,
-- whichever way an appointment was booked or changed; a job sends it. What a message says is decided
-- just before it is sent.

create table message (
  id integer generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  event text not null check (event in
    ('booked', 'rescheduled', 'cancelled', 'did_not_attend', 'reminder')),
  appointment_id integer not null references appointment on delete cascade,
  channel text check (channel in ('email')),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  due timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  told_before jsonb,
  starts_at timestamptz not null,
  lead_minutes integer,
  sentence text not null default '',
  recipient text not null default '',
  subject text not null default '',
  note text not null default '',
  created timestamptz not null default now(),
  sent timestamptz,
  constraint message_claim check ((state = 'sending') = (claimed_until is not null)),
  constraint message_sent check ((state = 'sent') = (sent is not null)),
  constraint message_lead check ((event = 'reminder') = (lead_minutes is not null))
);
comment on table message is 'to the patient of the appointment, also after a merge';
comment on column message.uuid is 'its Message-ID, the same with each try';
comment on column message.channel is 'null until it is sent';
comment on column message.told_before is 'start, site and type before a reschedule: nothing is said where they are the same again';
comment on column message.starts_at is 'of the appointment when it was written: a reminder is for this start';
comment on column message.sentence is 'added by staff';
comment on column message.note is 'why it was dropped, or what the server said last';

create index message_due on message (due) where state in ('waiting', 'sending');
create index message_of_appointment on message (appointment_id);
create index message_dropped on message (created) where state = 'dropped';
create index message_failed on message (id desc) where state = 'failed';
-- Several changes before the first is told are told as one.
create unique index message_once on message (appointment_id, event)
  where state = 'waiting' and event <> 'reminder' and attempts = 0;
-- Each reminder once, however many processes plan it.
create unique index message_reminder on message (appointment_id, lead_minutes, starts_at)
  where event = 'reminder';

create function told_place(appointment) returns jsonb language sql stable parallel safe
  return jsonb_build_object(
    'starts_at', $1.starts_at, 'site_id', $1.site_id, 'type_id', $1.appointment_type_id);

create function write_messages() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status else 'held' end;
  untold boolean;
  told text;
  place jsonb;
  wait interval := interval '0';
begin
  if new.status = 'booked' and was = 'held' then
    told := 'booked';
  elsif new.status = 'booked' and was = 'cancelled' then
    -- Undone before it was told: there is nothing to say.
    delete from message
    where appointment_id = new.id and event = 'cancelled' and state = 'waiting' and attempts = 0;
    if not found then told := 'booked'; end if;
  elsif new.status = 'booked' and was = 'booked' then
    select exists (select from message where appointment_id = new.id and event = 'booked'
      and state = 'waiting' and attempts = 0) into untold;
    if not untold then
      told := 'rescheduled';
      place := told_place(old);
      wait := interval '1 minute';
    end if;
  elsif new.status = 'cancelled' and was = 'booked' then
    told := 'cancelled';
    wait := interval '1 minute';
  elsif new.status = 'did_not_attend' and was = 'booked' then
    told := 'did_not_attend';
    -- Staff correct a slip within minutes.
    wait := interval '15 minutes';
  end if;
  if told is not null then
    insert into message (event, appointment_id, starts_at, told_before, due)
    values (told, new.id, new.starts_at, place, now() + wait)
    on conflict (appointment_id, event)
      where state = 'waiting' and event <> 'reminder' and attempts = 0 do nothing;
  end if;
  return null;
end
$$;

create trigger appointment_messages_written after insert on appointment
  for each row when (new.status = 'booked' and new.starts_at > now())
  execute function write_messages();
create trigger appointment_messages_changed after update on appointment
  for each row when (
    (new.starts_at > now() or old.starts_at > now() or new.status = 'did_not_attend')
    and (new.status, new.starts_at, new.site_id, new.appointment_type_id)
      <> (old.status, old.starts_at, old.site_id, old.appointment_type_id))
  execute function write_messages();

alter table appointment_type
  add column reminder_minutes integer[] not null default '{4320,120}',
  add constraint appointment_type_reminders check (cardinality(reminder_minutes) <= 5);
comment on column appointment_type.reminder_minutes is 'before the start, by the clock of the clinic';

-- Where the demonstration delivers: nothing leaves the machine.
create table demo_mail (
  id integer generated always as identity primary key,
  message_id text not null unique,
  arrived timestamptz not null default now(),
  mail jsonb not null
);
