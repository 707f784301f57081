-- A letter is what was issued (docs/decisions/0101): everything that it says of the appointment and
-- its patient is kept with the recorded outcome. Of one that was recorded before, it is kept when its
-- letter is next read.
alter table appointment_outcome_given add column issued jsonb;
comment on column appointment_outcome_given.issued is 'what its letter says, as of when it was recorded; once kept, it stays';

create trigger appointment_outcome_given_issued_stays before update of issued
  on appointment_outcome_given
  for each row when (old.issued is not null and new.issued is distinct from old.issued)
  execute function keep_recorded_outcome();
