-- Runs before a vaccination is written and puts in today's price of the product where none is
-- given, so that later changes of that price do not change the income that reports add up.
create or replace function vaccination_price() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.price is null then
    new.price := (select price from vaccine_product where id = new.vaccine_product_id);
  end if;
  return new;
end
$$;

create or replace trigger vaccination_history_price before insert or update on vaccination_history
  for each row execute function vaccination_price();
