-- People who have booked, or have a time offered, are told before those who are reminded: thousands of
-- reminders may be due at once.
alter table message add column is_reminder boolean not null
  generated always as (event in ('reminder', 'forms_due', 'next_dose_due')) stored;
drop index message_due;
create index message_due on message (is_reminder, due, id) where state in ('waiting', 'sending');
