-- How many messages one address or number gets is limited (docs/decisions/0105).

-- "ada+clinic@example.org" is the mailbox of "ada@example.org".
create function recipient_key(text) returns text language sql immutable parallel safe
  return lower(regexp_replace($1, '\+[^@]*@', '@'));

create index message_recipient on message (recipient_key(recipient), coalesce(sent, handed_over))
  where recipient <> '';
comment on column message.recipient is 'of the last try; empty before';
