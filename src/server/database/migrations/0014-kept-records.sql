-- As 0012 for competencies: a version for each kind of record that has a screen of its own.

do $$
declare
  kept text;
begin
  foreach kept in array array['allergy', 'gp_surgery', 'appointment_type_tag', 'site', 'room'] loop
    execute format('alter table %I
      add column version integer not null default 1,
      add column modified timestamptz not null default now()', kept);
    execute format('create trigger %I before update on %I
      for each row execute function next_version()', kept || '_version', kept);
  end loop;
end
$$;
