-- Compares where a link was sent with a person's email address or mobile number, whose country code
-- and spaces do not count. `end_sent_links` calls it.
create or replace function is_at_address(channel text, sent_to text, email text, mobile text)
  returns boolean language sql immutable parallel safe
  return case channel
    when 'email' then lower(sent_to) = lower(email)
    -- "+447700900123" and "07700 900 123".
    else right(regexp_replace(sent_to, '\D', '', 'g'), 10)
      = right(regexp_replace(mobile, '\D', '', 'g'), 10)
  end;
