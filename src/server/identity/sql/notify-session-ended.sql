-- Runs after a session is deleted, an account changes its person or a person is closed. It notifies
-- `session-feed.ts`, which closes the live connections of that person in every instance.
create or replace function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', '');
  return null;
end
$$;

create or replace trigger session_ended after update of person_id on account
  for each row when (old.person_id <> new.person_id) execute function notify_session_ended();

create or replace trigger session_ended after delete on session
  for each row execute function notify_session_ended();

create or replace trigger session_ended after update of is_active on person
  for each row when (old.is_active and not new.is_active) execute function notify_session_ended();
