-- Text as `src/lib/contract/normal-text.ts` has everything from now on: in NFC, without the characters
-- that show nothing or turn the direction of others. Searches are in that form, too.
-- Joiners stay: which of them a script needs is not told by them alone. What has versions stays as it
-- was; so does text of nothing else, and a name that would then be another record's.

create function pg_temp.normal_text(text) returns text language sql immutable as $$
  select normalize(regexp_replace($1,
    '[\u00AD\u034F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g'), nfc)
$$;

-- The same detail in another form is verified no more than before.
alter table person disable trigger person_unverified_changed;

do $$
declare
  kept record;
begin
  for kept in
    select table_name, column_name
    from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and is_generated = 'NEVER'
      and table_name in ('person', 'staff', 'gp_surgery', 'allergy', 'competency', 'site', 'room',
        'appointment_category', 'appointment_type', 'appointment_type_tag', 'appointment',
        'advice_category', 'vaccine_product', 'permission_group')
  loop
    begin
      execute format(
        'update %1$I set %2$I = pg_temp.normal_text(%2$I)
          where octet_length(%2$I) > char_length(%2$I)
            and %2$I <> pg_temp.normal_text(%2$I) and pg_temp.normal_text(%2$I) !~ ''^\s*$''',
        kept.table_name, kept.column_name);
    exception when unique_violation or check_violation then
      raise notice '%.% was left as it was', kept.table_name, kept.column_name;
    end;
  end loop;
end
$$;

alter table person enable trigger person_unverified_changed;
