import { flushSync } from 'react-dom'
import type { EventFromLogic } from 'xstate'
import { isOffline } from '#lib/api/is-offline.ts'
import type { Slot } from '#lib/contract/booking.ts'
import {
  formatDateTime,
  formatTime,
  mondayBefore,
  plainDateAt,
} from '#lib/dates/format-date-time.ts'
import type { Notice } from '#machines/booking/booking.types.ts'
import type { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { requestedMonday } from '../booking.actors.ts'
import { isAnythingEntered } from '../booking-draft.ts'
import { useBooking } from '../use-booking.ts'
import { newEntry } from '../use-step-history.ts'
import { useHoldRefusalReason } from './hold-refusal-reason.ts'
import { RefusedNotice } from './notices.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import type { SlotTakenNoticeProps } from './taken-notices.tsx'
import { useWeek } from './week-query.ts'

type LookingEvent = Extract<
  EventFromLogic<typeof weekChoiceMachine>,
  { type: 'week.chosen' | 'day.chosen' | 'site.chosen' }
>

const TakenNotice = lateComponent(() => import('./TakenNotice.tsx').then((part) => part.default))
/** It is left out where it does not arrive, because the times matter more. */
const StartAgain = lateComponent(() =>
  import('../StartAgain.tsx').then(
    (part) => part.StartAgain,
    () => () => null,
  ),
)

function goToTimes() {
  const heading = document.getElementById('slot-times') ?? document.getElementById('slot-week')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView?.({ block: 'start' })
}

export function ChooseStep() {
  const { data, can, send, page } = useBooking()
  const { deps, settings } = page
  const { timeZone } = settings
  const { week: chosenWeek, day, site, chosen, hold, notice, weekStatus, isHolding } = data
  const request = {
    ...deps,
    monday: requestedMonday(chosenWeek, timeZone),
    site,
    holdToken: () => hold?.token ?? null,
  }
  const { data: week } = useWeek(request, { enabled: weekStatus === 'ready' })
  const look = (event: LookingEvent) => {
    newEntry()
    send(event)
  }
  const isEntered = isAnythingEntered(data.draft)
  const choose = (slot: Slot) => {
    if (!week) return
    send({
      type: 'slot.chosen',
      slot: {
        appointmentTypeId: week.appointment_type.id,
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
          time={chosen ? formatTime(chosen.start, timeZone) : 'this time'}
          isEntered={isEntered}
          onTryAgain={() => send({ type: 'hold.renewed' })}
          onChooseAnother={() => {
            flushSync(() => send({ type: 'notice.dismissed' }))
            goToTimes()
          }}
        />
      )}
      {!notice && chosen && can({ type: 'hold.renewed' }) && (
        <div className="banner flex flex-wrap items-center gap-3">
          <p className="grow">
            You chose <strong>{formatDateTime(chosen.start, timeZone)}</strong> at{' '}
            {chosen.site.name} earlier.
          </p>
          <Button small onClick={() => send({ type: 'hold.renewed' })}>
            Use this time again
          </Button>
        </div>
      )}
      <SlotPicker
        timeZone={timeZone}
        today={plainDateAt(Date.now(), timeZone)}
        requestedWeek={request.monday}
        week={week ?? null}
        status={weekStatus}
        day={day}
        site={site}
        {...(isHolding && chosen && { pendingSlot: chosen })}
        onWeekChosen={(date, requestedDay) =>
          look({ type: 'week.chosen', week: mondayBefore(date), day: requestedDay })
        }
        onDaySelected={(date) => look({ type: 'day.chosen', day: date })}
        onSiteSelected={(slug) => look({ type: 'site.chosen', site: slug })}
        onSlotSelected={choose}
        onRetry={() => send({ type: 'week.retried' })}
      />
      {(chosen || isEntered) && !isOffline() && <StartAgain />}
    </div>
  )
}

type NoticeAboveProps = Pick<SlotTakenNoticeProps, 'timeZone' | 'isEntered' | 'onChooseAnother'> & {
  notice: Notice
  time: string
  onTryAgain: () => void
}

function NoticeAbove({ notice, time, onTryAgain, ...slotTaken }: NoticeAboveProps) {
  const holdRefusal = useHoldRefusalReason(notice, time)
  if (notice.kind === 'slotTaken' || notice.kind === 'alreadyBooked')
    return <TakenNotice notice={notice} {...slotTaken} />
  const another = { label: 'Choose another time', onSelect: slotTaken.onChooseAnother }
  const again = { label: 'Try again', onSelect: onTryAgain }
  const heading = 'We could not hold this time'
  if (notice.kind === 'notBookable')
    return <RefusedNotice heading={heading} reason={notice.detail} actions={[another]} />
  return <RefusedNotice heading={heading} reason={holdRefusal ?? ''} actions={[again, another]} />
}
