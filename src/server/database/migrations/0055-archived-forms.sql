-- Forms that are no longer offered. What was begun with them goes on (docs/decisions/0026, 0065).
alter table eform add archived boolean not null default false;
drop index eform_name;
create unique index eform_name on eform (lower(name)) where not archived;

-- The key to the version alone let a form be begun while it was deleted, and hid from the deletion
-- that people had begun it.
alter table saved_form
  add constraint saved_form_eform_id_fkey foreign key (eform_id) references eform on delete restrict;
