-- Seals over complete ranges of the audit trail, each over the one before it (docs/decisions/0043).

create table audit_seal (
  number integer primary key check (number > 0),
  first_sequence bigint not null,
  last_sequence bigint not null unique,
  line_count integer not null check (line_count > 0),
  previous_hash text not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null,
  check (first_sequence <= last_sequence)
);
comment on table audit_seal is 'the numbers from first_sequence to last_sequence, gaps included';

create or replace function audit_event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function audit_event_is_append_only();
create trigger audit_seal_no_truncate before truncate on audit_seal
  for each statement execute function audit_event_is_append_only();
