-- When the time, site or type of an appointment last changed: calendar entries from before then are
-- out of date. Earlier reschedules stay in the audit trail alone.
alter table appointment add column rescheduled_on timestamptz;
