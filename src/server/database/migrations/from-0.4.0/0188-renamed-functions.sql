-- Functions that have another name or signature in `src/server/<task>/sql`. The versions before the
-- baseline listed their migrations for Kysely's migrator, which had a table for its lock.

drop trigger session_ended on session;
drop trigger session_ended on account;
drop trigger session_ended on person;
drop function tell_session_ended();
drop function told_place(appointment);
drop function withdraw_offers(integer, integer);

drop table if exists kysely_migration_lock;
