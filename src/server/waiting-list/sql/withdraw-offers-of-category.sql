-- Runs after a category is disabled or hidden (`catalogue/category-store.ts`) and withdraws the
-- open offers of services that no other category lists.
create or replace function withdraw_offers_of_category() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  perform withdraw_offers_of_types(array(
    select link.appointment_type_id
    from appointment_type_category as link
      join appointment_category as category on category.id = link.appointment_category_id
    group by link.appointment_type_id
    having bool_or(category.tree_id = new.tree_id
        and category.lft >= new.lft and category.rght <= new.rght)
      and bool_and(exists (
        select from appointment_category as above
        where above.tree_id = category.tree_id and above.lft <= category.lft
          and above.rght >= category.rght and (above.disabled or above.hidden)))));
  return null;
end
$$;

create or replace trigger appointment_category_switched_off after update on appointment_category
  for each row when ((new.disabled and not old.disabled) or (new.hidden and not old.hidden))
  execute function withdraw_offers_of_category();
