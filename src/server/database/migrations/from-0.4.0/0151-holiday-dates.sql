-- "Except bank holidays" with the holidays themselves, not only the weekday that makes up for one on a
-- weekend (docs/decisions/0107). What stands keeps its meaning: people are booked by it.
alter table availability add column except_holiday_dates boolean not null default false;
alter table availability alter column except_holiday_dates set default true;
comment on column availability.except_holiday_dates is
  'with except_bank_holidays: also 25 and 26 December and 1 January on a weekend';
