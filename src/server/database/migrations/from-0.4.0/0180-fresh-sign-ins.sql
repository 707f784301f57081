-- Some steps want a sign-in of these minutes (docs/decisions/0116).
alter table session add column authenticated_at timestamptz;
comment on column session.authenticated_at is 'when the person last showed the provider who they are; null where it does not say';
