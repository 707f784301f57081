-- Appointment categories are kept in the administration area: made, changed, moved and deleted.

alter table appointment_category
  add column version integer not null default 1,
  add column modified timestamptz not null default now();
-- Of what people change: being numbered anew because of a neighbour is no change of a category.
create trigger appointment_category_version
  before update of name, disabled, hidden on appointment_category
  for each row execute function next_version();

-- The numbers of a category say the same as its parent: it lies within its parent and within what
-- that lies in, in nothing else, one level below; and nothing lies half in it.
create function appointment_category_in_place() returns trigger language plpgsql as $$
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
create constraint trigger appointment_category_tree
  after insert or update on appointment_category
  deferrable initially deferred
  for each row execute function appointment_category_in_place();
