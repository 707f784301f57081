-- Turns a name into what lists are sorted by (`database/name-order.ts`): letters and numbers
-- without case and accents, compared by bytes, so that the order is the same in every database.
-- `nameOrder` in `lib/text/name-order.ts` does the same. Two indexes store its result: another
-- result needs another name.
create or replace function name_order(name text) returns text
  language sql immutable parallel safe
  return case
    -- Nearly every name: nothing to take off, and no number.
    when octet_length(name) = char_length(name) and translate(name, '0123456789', '') = name
      then lower(translate(name, '-_/''`.', '   '))
    else
      -- Numbers by what they count: "Room 9" before "Room 10".
      regexp_replace(regexp_replace(
        lower(replace(replace(replace(replace(
          translate(
            regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'),
            'øØđĐðÐłŁħĦıÆŒÞẞ-_/‐‑–—''’‘`.', 'ooddddllhhiæœþß       '),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')),
        '([0-9]+)', '00000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g')
  end;
