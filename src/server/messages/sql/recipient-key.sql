-- Names the mailbox behind an email address, so that limits count messages to it whatever the
-- spelling (`recipient-limits.ts`). The index `message_recipient` stores it: a change of its result
-- needs a migration that makes the index again.
create or replace function recipient_key(text) returns text language sql immutable parallel safe
  return case
    when lower($1) ~ '@(gmail|googlemail)\.com$' then
      replace(regexp_replace(lower($1), '(\+[^@]*)?@[^@]*$', ''), '.', '') || '@gmail.com'
    else lower(regexp_replace($1, '\+[^@]*@', '@'))
  end;
