-- They name people. Without one the provider asks before it ends its session.
update session set id_token = '';
comment on column session.id_token is 'tells the provider whose session to end; sealed with the token of the session';
