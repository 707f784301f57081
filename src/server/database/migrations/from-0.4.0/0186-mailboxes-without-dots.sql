-- Gmail delivers v.i.c.t.i.m@googlemail.com to victim@gmail.com: one mailbox, which anybody could
-- otherwise fill with confirmations (docs/decisions/0105).

drop index message_recipient;
create or replace function recipient_key(text) returns text language sql immutable parallel safe
  return case
    when lower($1) ~ '@(gmail|googlemail)\.com$' then
      replace(regexp_replace(lower($1), '(\+[^@]*)?@[^@]*$', ''), '.', '') || '@gmail.com'
    else lower(regexp_replace($1, '\+[^@]*@', '@'))
  end;

create index message_recipient on message (recipient_key(recipient), coalesce(sent, handed_over))
  where recipient <> '';
