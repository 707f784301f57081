-- What is given and what was: vaccine products, and each person's vaccinations (specification, section 3).

create table vaccine_product (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  doses_required smallint not null default 1 check (doses_required between 1 and 20),
  booster_interval_weeks smallint check (booster_interval_weeks between 1 and 2600),
  is_active boolean not null default true,
  price numeric(8, 2) not null default 0 check (price >= 0),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
comment on column vaccine_product.price is 'of one dose';
create unique index vaccine_product_name on vaccine_product (lower(name));
create trigger vaccine_product_version before update on vaccine_product
  for each row execute function next_version();

create table vaccination_history (
  id integer generated always as identity primary key,
  patient_id integer not null references person on delete restrict,
  staff_id integer references staff on delete restrict,
  appointment_id integer references appointment on delete restrict,
  vaccine_product_id integer not null references vaccine_product on delete restrict,
  batch_number text not null default '',
  expiry_date date,
  manufacturer text not null default '',
  dose_number smallint not null default 1 check (dose_number between 1 and 20),
  date_administered timestamptz not null default now(),
  route_of_administration text not null default '' check (route_of_administration in
    ('', 'intramuscular', 'subcutaneous', 'intradermal', 'oral', 'intranasal')),
  site_of_administration text not null default '' check (site_of_administration in
    ('', 'left_deltoid', 'right_deltoid', 'left_thigh', 'right_thigh', 'abdomen', 'mouth', 'nose')),
  was_administered boolean not null default true,
  consent_obtained boolean not null default false,
  booster_due_date date,
  adverse_reactions text not null default '',
  is_historical boolean not null default false,
  external_clinic_name text not null default '',
  external_clinic_address text not null default '',
  administered_by text not null default '',
  notes text not null default '',
  price numeric(8, 2),
  version integer not null default 1,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  -- What was given elsewhere was given by nobody here.
  constraint vaccination_history_staff check (is_historical or staff_id is not null),
  constraint vaccination_history_price check (price is not null and price >= 0)
);
comment on column vaccination_history.price is 'what was asked for it; the product''s where none is given';
comment on column vaccination_history.is_historical is 'given elsewhere, and told afterwards';
comment on column vaccination_history.administered_by is 'name, where it was nobody of the staff';
create index vaccination_history_patient on vaccination_history (patient_id, date_administered);
create index vaccination_history_appointment on vaccination_history (appointment_id)
  where appointment_id is not null;
create index vaccination_history_product on vaccination_history (vaccine_product_id);
create index vaccination_history_staff_given on vaccination_history (staff_id, date_administered)
  where staff_id is not null;
-- What a period's income is summed up from.
create index vaccination_history_income on vaccination_history (date_administered)
  include (price, vaccine_product_id, staff_id) where was_administered and not is_historical;

-- Today's price, so that what was taken stays what it was when the product's price changes.
create function vaccination_price() returns trigger language plpgsql as $$
begin
  if new.price is null then
    new.price := (select price from vaccine_product where id = new.vaccine_product_id);
  end if;
  return new;
end
$$;
create trigger vaccination_history_price before insert or update on vaccination_history
  for each row execute function vaccination_price();
create trigger vaccination_history_version before update on vaccination_history
  for each row execute function next_version();

-- A period of everybody's appointments, cancelled ones too, in the order of the day.
create index appointment_starts on appointment (starts_at);
