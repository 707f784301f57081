-- Writes the words of a name in small letters without signs, in one order, as `foldWords` in
-- `lib/merging/fold-words.ts` does. The column `person.folded_name` stores it and `find-alike.ts`
-- looks up duplicates by it: another result needs a new column.
create or replace function folded_name(name text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from regexp_split_to_table(
      replace(replace(replace(replace(
        translate(
          lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f''’‘`.]', '', 'g')),
          'øØđĐðÐłŁħĦı', 'ooddddllhhi'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[-‐–—_/,()[:space:]]+') as word
    where word <> '');
