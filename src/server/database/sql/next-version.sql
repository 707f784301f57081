-- Runs before each update of a record that people edit. It counts the version that a change must
-- name: a second change of the same version is refused as stale (`stale-record.ts`) instead of
-- undoing the first.
create or replace function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.modified := now();
  return new;
end
$$;

create or replace trigger vaccine_product_version before update on vaccine_product
  for each row execute function next_version();

create or replace trigger competency_version before update on competency
  for each row execute function next_version();

create or replace trigger staff_competency_version before update on staff_competency
  for each row execute function next_version();

create or replace trigger allergy_version before update on allergy
  for each row execute function next_version();

create or replace trigger gp_surgery_version before update on gp_surgery
  for each row execute function next_version();

create or replace trigger appointment_type_tag_version before update on appointment_type_tag
  for each row execute function next_version();

create or replace trigger staff_version before update on staff
  for each row execute function next_version();

create or replace trigger advice_category_version before update on advice_category
  for each row execute function next_version();

create or replace trigger appointment_outcome_version before update on appointment_outcome
  for each row execute function next_version();

-- Of what people change: being numbered anew because of a neighbour is no change of a category.
create or replace trigger appointment_category_version
  before update of name, disabled, hidden, picture on appointment_category
  for each row execute function next_version();

create or replace trigger permission_group_version before update on permission_group
  for each row execute function next_version();

create or replace trigger room_version before update on room
  for each row execute function next_version();

create or replace trigger site_version before update on site
  for each row when (new.image is not distinct from old.image)
  execute function next_version();

create or replace trigger eform_version before update on eform
  for each row execute function next_version();

create or replace trigger vaccination_history_version before update on vaccination_history
  for each row execute function next_version();

create or replace trigger advice_snippet_version
  before update of name, advice_text on advice_snippet
  for each row execute function next_version();

create or replace trigger patient_advice_version
  before update of advice_text, pinned, archived_at, withdrawn_at on patient_advice
  for each row execute function next_version();

create or replace trigger appointment_type_version before update on appointment_type
  for each row when (new.image is not distinct from old.image)
  execute function next_version();

create or replace trigger webhook_version before update on webhook
  for each row execute function next_version();

create or replace trigger message_template_version before update on message_template
  for each row execute function next_version();

create or replace trigger appointment_version before update on appointment
  for each row when (new.availability_id is not distinct from old.availability_id)
  execute function next_version();

create or replace trigger availability_version before update on availability
  for each row when (new.split_from is not distinct from old.split_from)
  execute function next_version();
