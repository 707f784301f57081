-- Sealed with the key of the environment (docs/decisions/0116); open where there was none.
alter table webhook_secret drop constraint webhook_secret_secret_check;
alter table webhook_secret add constraint webhook_secret_secret_check
  check (secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{104})$');
