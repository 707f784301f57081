-- Says what a patient knows about an appointment. `write_messages` stores it in
-- `message.told_before` when the appointment changes, and `message-applies.ts` compares it before
-- the message is sent.
create or replace function notified_place(appointment) returns jsonb
  language sql stable parallel safe as $$ select jsonb_build_object(
    'starts_at', $1.starts_at, 'site_id', $1.site_id, 'type_id', $1.appointment_type_id,
    'staff_id', case when $1.clinician_chosen then $1.staff_id end) $$;
