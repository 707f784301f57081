-- Chooses how somebody is told what they need to know whatever they prefer: by text message only
-- where there is no email address. `write_messages` and `choose_channel` call it.
create or replace function usual_channel(email text, mobile text) returns text
  language sql immutable parallel safe
  return case when email = '' and mobile <> '' then 'sms' else 'email' end;
