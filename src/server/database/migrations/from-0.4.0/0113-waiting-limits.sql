-- Places on the waiting list are limited by address and network (docs/decisions/0096).
alter table waiting_list_entry add column joined_from text not null default '';
comment on column waiting_list_entry.joined_from is 'the network address of who joined by themselves; empty where staff put them there';
create index waiting_list_joined_from on waiting_list_entry (joined_from, joined) where joined_from <> '';
