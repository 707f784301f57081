-- Adds minutes to an instant, for the generated columns `ends_at` and `during` of appointments and
-- for a constraint of `availability_occurrence`. Those need an immutable function, and PostgreSQL
-- cannot know that adding minutes, unlike days, depends on no time zone.
create or replace function minutes_after(instant timestamptz, minutes integer) returns timestamptz
  language sql immutable strict parallel safe
  return instant + make_interval(mins => minutes);
