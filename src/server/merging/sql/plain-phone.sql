-- Writes a phone number without its country code or first zero. Indexes and `person.search_text`
-- store it; `find-alike.ts` compares people by it and `offer-limits.ts` counts offers by it.
create or replace function plain_phone(phone text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^(0044|44|0)0?', '');
