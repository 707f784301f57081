create domain service_picture as text
  check (value in ('', 'bottle', 'case', 'ear', 'heart', 'jab', 'mug', 'throat'));
comment on domain service_picture is 'a drawing that comes with the product; empty: none';

alter table appointment_category add column picture service_picture not null default '';

alter table appointment_type
  add column summary text not null default '',
  add column what_to_bring text not null default '',
  add column picture service_picture not null default '',
  add column prices jsonb not null default '[]',
  add constraint appointment_type_summary check (char_length(summary) <= 120),
  add constraint appointment_type_prices
    check (jsonb_typeof(prices) = 'array' and jsonb_array_length(prices) <= 8),
  add constraint appointment_type_price_amounts
    check (not jsonb_path_exists(prices, '$[*] ? (!(@.label.type() == "string"
      && @.for_whom.type() == "string" && @.amount.type() == "string"
      && @.amount like_regex "^(0|[1-9][0-9]{0,4})\\.[0-9]{2}$"))'));
comment on column appointment_type.picture is 'empty: that of its category';
comment on column appointment_type.prices is
  'in order: label, for_whom and the amount in pounds, exact because it is text, such as 18.00';

-- Searches find a summary as they find a description.
alter table appointment_type drop column description_words;
alter table appointment_type add column description_words text not null
  generated always as (search_words(summary || ' ' || description)) stored;
