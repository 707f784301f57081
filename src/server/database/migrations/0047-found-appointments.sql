-- Who lost a link finds the appointment by what they declared when it was issued. Neither later edits
-- nor merges change that (docs/decisions/0047).
alter table appointment_access
  add column issued_last_name text not null default '',
  add column issued_dob date;

-- A record that another one is merged into may have its details from there: nothing is found by those.
update appointment_access set issued_last_name = last_name, issued_dob = dob
from person
where person.id = issued_to
  and not exists (select from person_merge where kept_id = person.id and undone_at is null);
alter table appointment_access alter column issued_last_name drop default;
