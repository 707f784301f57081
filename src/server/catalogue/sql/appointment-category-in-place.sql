-- Runs when a transaction that added or moved a category ends. It refuses the transaction unless
-- the numbers of the category say the same as its parent: it lies within its parent, one level
-- below, and nothing lies half in it. `category-store.ts` counts on that whenever it reads a branch
-- of the tree.
create or replace function appointment_category_in_place() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  here appointment_category;
begin
  -- As it is when the transaction ends.
  select * into here from appointment_category where id = new.id;
  if not found then
    return null;
  end if;
  if here.level <> (
    select count(*) from appointment_category as around
    where around.tree_id = here.tree_id and around.lft < here.lft and around.rght > here.rght
  ) or exists (
    select from appointment_category as child
      join appointment_category as parent on parent.id = child.parent_id
    where (child.id = here.id or parent.id = here.id)
      and not (parent.tree_id = child.tree_id and parent.level = child.level - 1
        and parent.lft < child.lft and parent.rght > child.rght)
  ) or exists (
    select from appointment_category as other
    where other.tree_id = here.tree_id and other.id <> here.id
      and other.lft <= here.rght and other.rght >= here.lft
      and not (other.lft < here.lft and other.rght > here.rght)
      and not (other.lft > here.lft and other.rght < here.rght and other.level > here.level)
  ) then
    raise exception 'category % is not where its parent says', here.id
      using errcode = 'check_violation', constraint = 'appointment_category_tree',
        table = 'appointment_category';
  end if;
  return null;
end
$$;

drop trigger if exists appointment_category_tree on appointment_category;
create constraint trigger appointment_category_tree after insert or update on appointment_category
  deferrable initially deferred
  for each row execute function appointment_category_in_place();
