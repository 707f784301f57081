-- What a receiver may have taken is not sent again by itself (docs/decisions/0093).

alter table message
  add column handed_over timestamptz,
  drop constraint message_state_check,
  add constraint message_state_check
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped', 'unknown'));
comment on column message.handed_over is
  'when the last try began to speak to the receiver; null where that was answered with “later”';
create index message_unknown on message (id desc) where state = 'unknown';

alter table webhook_delivery
  add column handed_over timestamptz,
  drop constraint webhook_delivery_state_check,
  add constraint webhook_delivery_state_check
    check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped', 'unknown'));
comment on column webhook_delivery.handed_over is
  'when the last try began to speak to the receiver; null where that was answered with “later”';
create index webhook_delivery_unknown on webhook_delivery (occurred, id) where state = 'unknown';
