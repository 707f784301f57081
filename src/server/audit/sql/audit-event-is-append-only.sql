-- Runs before the audit trail or its seals are updated, deleted or truncated, and refuses it.
-- `audit.ts` adds events and `seals/seal-trail.ts` seals them.
create or replace function audit_event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create or replace trigger audit_event_append_only before update or delete on audit_event
  for each row execute function audit_event_is_append_only();

create or replace trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function audit_event_is_append_only();

create or replace trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function audit_event_is_append_only();

create or replace trigger audit_seal_no_truncate before truncate on audit_seal
  for each statement execute function audit_event_is_append_only();
