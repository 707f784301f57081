import { useQuery } from '@tanstack/react-query'
import type { Slot } from '#lib/contract/booking.ts'
import { formatDateTime, plainDateAt } from '#lib/format-date-time.ts'
import type { Notice } from '#machines/booking.types.ts'
import { Button } from '../ui/Button.tsx'
import { mondayWanted } from './booking.actors.ts'
import { ForgetEntered } from './ForgetEntered.tsx'
import type { StepProps } from './step-props.ts'
import { RefusedNotice, SlotTakenNotice } from './views/notices.tsx'
import { SlotPicker } from './views/SlotPicker.tsx'
import { weekQuery } from './week-query.ts'

const goToPicker = () => document.getElementById('booking-step')?.focus()

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
  const isBegun = chosen !== null || outside.drafts.read().details !== null
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
          onTryAgain={() => actor.send({ type: 'hold.renewed' })}
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
      {isBegun && <ForgetEntered actor={actor} snapshot={snapshot} />}
    </div>
  )
}

function statusOf(snapshot: StepProps['snapshot']): 'loading' | 'ready' | 'failed' {
  if (snapshot.matches({ choosing: 'weekFailed' })) return 'failed'
  const isReady = snapshot.matches({ choosing: 'choosingSlot' }) || snapshot.matches('holdingSlot')
  return isReady ? 'ready' : 'loading'
}

type NoticeAboveProps = { notice: Notice; timeZone: string; onTryAgain: () => void }

function NoticeAbove({ notice, timeZone, onTryAgain }: NoticeAboveProps) {
  const another = { label: 'Choose another time', onSelect: goToPicker }
  const again = { label: 'Try again', onSelect: onTryAgain }
  if (notice.kind === 'slotTaken')
    return <SlotTakenNotice start={notice.start} timeZone={timeZone} onChooseAnother={goToPicker} />
  if (notice.kind === 'notBookable')
    return <RefusedNotice reason={notice.detail} actions={[another]} />
  const reason =
    notice.kind === 'holdFailed'
      ? 'We could not reach the service to keep this time for you. Check your connection.'
      : `Many people are booking just now. Wait ${notice.waitSeconds} seconds, then try again.`
  return <RefusedNotice reason={reason} actions={[again, another]} />
}
