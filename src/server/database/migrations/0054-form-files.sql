-- Files that were sent with forms (docs/decisions/0064). Answers name them; a file that none names is
-- removed after a day.

create table form_file (
  id uuid primary key default gen_random_uuid(),
  saved_form_id integer not null references saved_form on delete restrict,
  item text not null,
  name text not null check (name <> '' and length(name) <= 200),
  type text not null,
  bytes integer not null check (bytes >= 0),
  uploaded timestamptz not null default now(),
  uploaded_by integer not null references person on delete restrict
);
comment on table form_file is 'the content lies in the file storage under forms/ and the id';
create index form_file_saved_form on form_file (saved_form_id);
create index form_file_uploaded on form_file (uploaded);
create index form_file_uploaded_by on form_file (uploaded_by);
