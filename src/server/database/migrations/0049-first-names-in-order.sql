-- People with one last name are listed by their first names (docs/decisions/0035).

drop index person_by_last_name;
create index person_by_last_name
  on person (name_order(last_name) collate "C", name_order(first_name) collate "C", id);
