-- Runs after a person's email address or mobile number changes, also when a merge is undone. It
-- deletes the links that were sent to the former address; `guest-links.ts` then no longer
-- opens them.
create or replace function end_sent_links() returns trigger language plpgsql
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

create or replace trigger person_links_ended after update of email, mobile on person
  for each row when ((old.email, old.mobile) is distinct from (new.email, new.mobile))
  execute function end_sent_links();
