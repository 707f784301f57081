-- Decides whether a patient has an appointment of a service to come. `offer-free-times.ts`,
-- `answer-offer.ts` and `withdraw_merged_offers` ask it.
create or replace function has_booked(patient integer, type integer) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select exists (select from appointment
    where patient_id = patient and appointment_type_id = type
      and status = 'booked' and starts_at > now())
$$;
