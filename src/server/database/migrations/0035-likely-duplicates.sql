-- The list of likely duplicates asks of each pair whether both are kept and whose they are to manage:
-- without reading all people for it.
create index person_kept on person (id) include (is_guest) where merged_into is null;
