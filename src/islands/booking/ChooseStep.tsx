import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import type { Slot } from '#lib/contract/booking.ts'
import { formatDateTime, plainDateAt } from '#lib/format-date-time.ts'
import type { Notice } from '#machines/booking.types.ts'
import { Button } from '../ui/Button.tsx'
import { mondayWanted } from './booking.actors.ts'
import { isAnythingEntered } from './booking-draft.ts'
import { ForgetEntered } from './ForgetEntered.tsx'
import type { StepProps } from './step-props.ts'
import { RefusedNotice, SlotTakenNotice } from './views/notices.tsx'
import { SlotPicker } from './views/SlotPicker.tsx'
import type { SlotTakenNoticeProps } from './views/view-props.ts'
import { weekQuery } from './week-query.ts'

/** To the times, or to the week while there are none. */
function goToTimes() {
  const heading = document.getElementById('slot-times') ?? document.getElementById('slot-week')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView?.({ block: 'start' })
}

/** Day, then time; what went wrong before stands above. */
export function ChooseStep({ actor, snapshot, outside, settings }: StepProps) {
  const { timeZone } = settings
  const { week: wanted, day, site, chosen, notice } = snapshot.context
  const isReady = snapshot.matches({ choosing: 'choosingSlot' }) || snapshot.matches('holdingSlot')
  const { data: week } = useQuery({
    ...weekQuery({
      ...outside,
      monday: mondayWanted(wanted, timeZone),
      site,
      holdToken: () => outside.drafts.read().hold?.token ?? null,
    }),
    enabled: isReady,
    placeholderData: (last) => last,
  })
  const isEntered = isAnythingEntered(outside.drafts.read())
  const choose = (slot: Slot) => {
    if (!week) return
    const { id } = week.appointment_type
    actor.send({
      type: 'slot.chosen',
      slot: {
        appointmentTypeId: id,
        start: slot.start,
        day: plainDateAt(slot.start, timeZone),
        site: slot.site,
      },
    })
  }
  return (
    <div className="flex flex-col gap-6">
      {notice && (
        <NoticeAbove
          notice={notice}
          timeZone={timeZone}
          isEntered={isEntered}
          onTryAgain={() => actor.send({ type: 'hold.renewed' })}
          onChooseAnother={() => {
            // Where the times are then is where they stay.
            flushSync(() => actor.send({ type: 'notice.dismissed' }))
            goToTimes()
          }}
        />
      )}
      {!notice && chosen && snapshot.can({ type: 'hold.renewed' }) && (
        <div className="banner flex flex-wrap items-center gap-3">
          <p className="grow">
            You had chosen <strong>{formatDateTime(chosen.start, timeZone)}</strong> at{' '}
            {chosen.site.name}.
          </p>
          <Button small onClick={() => actor.send({ type: 'hold.renewed' })}>
            Keep this time
          </Button>
        </div>
      )}
      <SlotPicker
        timeZone={timeZone}
        today={plainDateAt(Date.now(), timeZone)}
        wantedWeek={mondayWanted(wanted, timeZone)}
        week={week ?? null}
        status={statusOf(snapshot)}
        day={day}
        site={site}
        {...(snapshot.matches('holdingSlot') && chosen && { pendingSlot: chosen })}
        onWeekWanted={(date, wantedDay) =>
          actor.send({ type: 'week.chosen', week: date, day: wantedDay })
        }
        onDaySelected={(date) => actor.send({ type: 'day.chosen', day: date })}
        onSiteSelected={(slug) => actor.send({ type: 'site.chosen', site: slug })}
        onSlotSelected={choose}
        onRetry={() => actor.send({ type: 'week.retried' })}
      />
      {(chosen || isEntered) && <ForgetEntered actor={actor} snapshot={snapshot} />}
    </div>
  )
}

function statusOf(snapshot: StepProps['snapshot']): 'loading' | 'ready' | 'failed' {
  if (snapshot.matches({ choosing: 'weekFailed' })) return 'failed'
  const isReady = snapshot.matches({ choosing: 'choosingSlot' }) || snapshot.matches('holdingSlot')
  return isReady ? 'ready' : 'loading'
}

type NoticeAboveProps = Pick<SlotTakenNoticeProps, 'timeZone' | 'isEntered' | 'onChooseAnother'> & {
  notice: Notice
  onTryAgain: () => void
}

function NoticeAbove({ notice, onTryAgain, ...slotTaken }: NoticeAboveProps) {
  if (notice.kind === 'slotTaken') return <SlotTakenNotice start={notice.start} {...slotTaken} />
  const another = { label: 'Choose another time', onSelect: slotTaken.onChooseAnother }
  const again = { label: 'Try again', onSelect: onTryAgain }
  const heading = 'We could not keep this time'
  if (notice.kind === 'notBookable')
    return <RefusedNotice heading={heading} reason={notice.detail} actions={[another]} />
  const reason =
    notice.kind === 'holdFailed'
      ? 'We could not reach the service to keep this time for you. Check your connection.'
      : `Many people are booking just now. Wait ${notice.waitSeconds} seconds, then try again.`
  return <RefusedNotice heading={heading} reason={reason} actions={[again, another]} />
}
