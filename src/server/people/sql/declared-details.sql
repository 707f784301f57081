-- Lists by field what a person declares about themselves. `mark_unverified` compares it; the fields
-- are those that a merge chooses from (`merged-fields.ts`).
create or replace function declared_details(person) returns jsonb
  language sql stable parallel safe as $$ select jsonb_build_object(
    'title', $1.title, 'first_name', $1.first_name, 'last_name', $1.last_name, 'dob', $1.dob,
    'gender', nullif($1.gender, -1), 'nhs_number', $1.nhs_number, 'email', $1.email,
    'mobile', $1.mobile, 'landline', $1.landline,
    'address', $1.address1 || $1.address2 || $1.city || $1.county || $1.nation || $1.postcode,
    'gp_surgery', $1.gp_surgery_id) $$;
