-- Notes of freed time live for seconds and are read by what they match, so a key would only add ways
-- in which giving a time back can fail.
alter table freed_time
  drop constraint freed_time_staff_id_fkey,
  drop constraint freed_time_room_id_fkey;
drop index freed_time_of_staff, freed_time_of_room;
