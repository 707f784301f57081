-- What was merged into what: enough to take it back (docs/decisions/0030).

create table person_merge (
  id integer generated always as identity primary key,
  kept_id integer not null references person on delete restrict,
  merged_id integer not null references person on delete restrict,
  merged_at timestamptz not null default clock_timestamp(),
  merged_by integer references person on delete set null,
  changed jsonb not null,
  moved jsonb not null,
  undone_at timestamptz,
  undone_by integer references person on delete set null,
  constraint person_merge_two check (kept_id <> merged_id)
);
comment on column person_merge.changed is 'by record and column: the value before and after';
comment on column person_merge.moved is 'by table and column: the keys of the rows that moved';
create index person_merge_kept on person_merge (kept_id);
create index person_merge_merged on person_merge (merged_id);
create index person_merge_at on person_merge (merged_at);
-- Merged once at a time: whoever is merged is nobody's to merge.
create unique index person_merge_open on person_merge (merged_id) where undone_at is null;

-- A birth date may be mistyped where the name is the same: dozens of dates are looked up for each.
drop index person_dob;
create index person_dob on person (dob, folded_name) where dob is not null;
