-- Names are listed as people look for them, not by their bytes (docs/decisions/0035).

-- What a name is sorted by: its letters and numbers, whatever their case and accents; by bytes, so
-- that it is the same in every database. `nameOrder` of `name-order.ts` does the same. Indexes hold
-- what it gives: another one needs another name.
create function name_order(name text) returns text
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

drop index person_by_last_name, person_by_full_name;
create index person_by_last_name on person (name_order(last_name) collate "C", id);
create index person_by_full_name on person (name_order(full_name) collate "C", id);

-- So that the planner knows how many there are of each.
analyze person;
