-- What the public page of a site tells, kept by administrators (docs/decisions/0050).

create domain day_hours as text
  constraint day_hours_form check (
    value ~ '^(|Open|Closed|([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)(, ([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)){0,2})$'
  );
comment on domain day_hours is
  'wall-clock times of the clinic, such as 09:00-13:00, 14:00-17:30; Open at times that vary; empty: not known';

alter table site
  add column monday_hours day_hours not null default '',
  add column tuesday_hours day_hours not null default '',
  add column wednesday_hours day_hours not null default '',
  add column thursday_hours day_hours not null default '',
  add column friday_hours day_hours not null default '',
  add column saturday_hours day_hours not null default '',
  add column sunday_hours day_hours not null default '',
  add column bank_holiday_hours day_hours not null default '',
  add column bank_holidays_hint text not null default '',
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column display_order integer not null default 0,
  add column offers_services boolean not null default true,
  add column image text
    constraint site_image_fkey references stored_image on delete restrict
    constraint site_image_key unique,
  add constraint site_hours_whole check (
    (monday_hours = '') = all (array[tuesday_hours = '', wednesday_hours = '', thursday_hours = '',
      friday_hours = '', saturday_hours = '', sunday_hours = '', bank_holiday_hours = ''])
  ),
  add constraint site_location_whole check ((latitude is null) = (longitude is null));
comment on column site.display_order is 'the lowest first, then by name';
comment on column site.offers_services is 'its public page lists what can be booked';

-- Another image is no other version, as of appointment types.
drop trigger site_version on site;
create trigger site_version before update on site
  for each row when (new.image is not distinct from old.image)
  execute function next_version();
