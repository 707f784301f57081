-- One word for what is chosen for an orphaned appointment: it is kept as it is (docs/language.md).
alter table appointment_left rename to appointment_kept;
alter table appointment_kept rename column left_by to kept_by;
alter table appointment_kept rename column left_at to kept_at;
do $$
declare
  name text;
begin
  for name in
    select conname from pg_constraint where conrelid = 'appointment_kept'::regclass
  loop
    execute format('alter table appointment_kept rename constraint %I to %I',
      name, replace(replace(name, 'appointment_left', 'appointment_kept'), 'left_', 'kept_'));
  end loop;
end
$$;
