-- Images that people upload. Their files lie in the file storage, under names that begin with the key;
-- the row is there before they are, and goes after them.
create table stored_image (
  key text primary key check (key ~ '^[a-z-]+/[0-9a-f]{32}$'),
  width integer not null check (width between 1 and 9999),
  height integer not null check (height between 1 and 9999),
  created timestamptz not null default now()
);
comment on column stored_image.width is 'pixels, of the largest of its files';

-- No release has had a way to give a type an image.
update appointment_type set image = null where image is not null;
alter table appointment_type
  add constraint appointment_type_image_fkey foreign key (image) references stored_image on delete restrict,
  add constraint appointment_type_image_key unique (image);

-- Beside whoever changes the rest of a type, not in their way: another image is no other version.
drop trigger appointment_type_version on appointment_type;
create trigger appointment_type_version before update on appointment_type
  for each row when (new.image is not distinct from old.image)
  execute function next_version();
