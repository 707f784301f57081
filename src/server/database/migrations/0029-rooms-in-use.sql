-- A room can be taken out of use, as a clinician can leave: it keeps what was done in it, and nothing
-- new is put into it (docs/decisions/0033).

alter table room add column is_active boolean not null default true;
comment on column room.is_active is 'in use: hours in it are offered, and it is booked';
