-- Runs after a message template is added and after its edition changes. It stores the new version,
-- which the administration area lists (`message-template-store.ts`).
create or replace function keep_message_template_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into message_template_version
  values (new.id, new.edition, new.subversion, new.subject, new.body, new.version, new.modified);
  return null;
end
$$;

create or replace trigger message_template_edited after update on message_template
  for each row when ((new.edition, new.subversion) is distinct from (old.edition, old.subversion))
  execute function keep_message_template_version();

create or replace trigger message_template_made after insert on message_template
  for each row execute function keep_message_template_version();
