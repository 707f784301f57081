-- Tells every instance that a session has ended or may belong to another person now, so that open
-- channels end with it. The message names nobody: instances look up the sessions they serve.

create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', '');
  return null;
end
$$;

create trigger session_ended after delete on session
  for each row execute function tell_session_ended();

create trigger session_ended after update of person_id on account
  for each row when (old.person_id <> new.person_id) execute function tell_session_ended();

create trigger session_ended after update of is_active on person
  for each row when (old.is_active and not new.is_active) execute function tell_session_ended();
