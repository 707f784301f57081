-- What advice said before its text was changed (docs/decisions/0069).

alter table patient_advice
  add column changed_by integer references person on delete restrict;
comment on column patient_advice.changed_by is 'who last changed the text';
create index patient_advice_changed_by on patient_advice (changed_by) where changed_by is not null;

create table patient_advice_version (
  patient_advice_id integer not null references patient_advice on delete restrict,
  version integer not null,
  advice_text text not null,
  replaced timestamptz not null default now(),
  replaced_by integer not null references person on delete restrict,
  primary key (patient_advice_id, version)
);
create index patient_advice_version_replaced_by on patient_advice_version (replaced_by);

create function keep_advice_version() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  insert into patient_advice_version (patient_advice_id, version, advice_text, replaced_by)
  values (old.id, old.version, old.advice_text, new.changed_by);
  return null;
end
$$;
create trigger patient_advice_changed after update of advice_text on patient_advice
  for each row when (old.advice_text <> new.advice_text) execute function keep_advice_version();

create function keep_earlier_advice() returns trigger language plpgsql as $$
begin
  raise exception 'an earlier text of advice stays as it is'
    using errcode = 'integrity_constraint_violation';
end
$$;
-- A merge of records changes who replaced it.
create trigger patient_advice_version_is_final
  before delete or update of patient_advice_id, version, advice_text, replaced
  on patient_advice_version
  for each row execute function keep_earlier_advice();
