-- Writes a name in small letters without signs and keeps the order of its words. `searched_name` is
-- built from it; `folded_name` sorts the words as well.
create or replace function plain_name(name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f''’‘`.]', '', 'g')),
        'øØđĐðÐłŁħĦı', 'ooddddllhhi'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[-‐‑–—_/,()[:space:]]+', ' ', 'g'));
