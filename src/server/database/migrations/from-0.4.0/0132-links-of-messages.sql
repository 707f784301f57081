-- A link in a message is for the address that the message went to (docs/decisions/0102): it ends once
-- that is no longer the patient's.
alter table appointment_access
  add column message_id integer references message on delete set null,
  add column channel text check (channel in ('email', 'sms')),
  add column sent_to text not null default '',
  add column made timestamptz not null default now(),
  add constraint appointment_access_sent check ((channel is null) = (sent_to = ''));
comment on column appointment_access.channel is 'null where it was shown to its holder';
create index appointment_access_message on appointment_access (message_id)
  where message_id is not null;

alter table waiting_list_access
  add column channel text check (channel in ('email', 'sms')),
  add column sent_to text not null default '',
  add constraint waiting_list_access_sent check ((channel is null) = (sent_to = ''));

create function is_at_address(channel text, sent_to text, email text, mobile text)
returns boolean language sql immutable parallel safe
  return case channel
    when 'email' then lower(sent_to) = lower(email)
    -- "+447700900123" and "07700 900 123".
    else right(regexp_replace(sent_to, '\D', '', 'g'), 10)
      = right(regexp_replace(mobile, '\D', '', 'g'), 10)
  end;

-- Also when a merge is undone, which gives the address back.
create function end_sent_links() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  delete from appointment_access as link using appointment
  where appointment.id = link.appointment_id and link.channel is not null
    and new.id in (link.issued_to, appointment.patient_id)
    and is_at_address(link.channel, link.sent_to, old.email, old.mobile)
    and not is_at_address(link.channel, link.sent_to, new.email, new.mobile);
  delete from waiting_list_access as link using waiting_list_entry as entry
  where entry.id = link.entry_id and link.channel is not null
    and new.id in (link.issued_to, entry.patient_id)
    and is_at_address(link.channel, link.sent_to, old.email, old.mobile)
    and not is_at_address(link.channel, link.sent_to, new.email, new.mobile);
  return null;
end
$$;
create trigger person_links_ended after update of email, mobile on person
  for each row when ((old.email, old.mobile) is distinct from (new.email, new.mobile))
  execute function end_sent_links();
