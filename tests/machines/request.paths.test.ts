import { expect, test } from 'vitest'
import { imageUploadMachine } from '#machines/admin/image-upload.machine.ts'
import { categoryMovingMachine } from '#machines/catalogue/category-moving.machine.ts'
import { outcomeChangeMachine } from '#machines/outcomes/outcome-change.machine.ts'
import { attendanceMachine } from '#machines/own-appointments/attendance.machine.ts'
import { findAppointmentMachine } from '#machines/own-appointments/find-appointment.machine.ts'
import { newTimeMachine } from '#machines/own-appointments/new-time.machine.ts'
import { newPatientMachine } from '#machines/people/new-patient.machine.ts'
import { type RequestMachine, requestMachine } from '#machines/request.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { waitingPlaceMachine } from '#machines/waiting-list/waiting-place.machine.ts'
import { categoryMovingCatalogue } from './catalogue/category-moving.catalogue.ts'
import { describePaths } from './describe-paths.ts'
import { outcomeChangeCatalogue } from './outcomes/outcome-change.catalogue.ts'
import { attendanceCatalogue } from './own-appointments/attendance.catalogue.ts'
import { findAppointmentCatalogue } from './own-appointments/find-appointment.catalogue.ts'
import { newTimeCatalogue } from './own-appointments/new-time.catalogue.ts'
import { newPatientCatalogue } from './people/new-patient.catalogue.ts'
import { requestCatalogue } from './request.catalogue.ts'
import { calendarFeedCatalogue } from './schedule/calendar-feed.catalogue.ts'
import { waitingPlaceCatalogue } from './waiting-list/waiting-place.catalogue.ts'
import { leafStates, runMachine } from './walk-machine.ts'

type AnyRequest = RequestMachine<unknown, { kind: string }>
type AnyCatalogue = ReturnType<typeof requestCatalogue<AnyRequest>>

type Answer = { kind: 'saved' } | { kind: 'refused'; reason: string }

const sample = requestMachine<{ name: string }, Answer>('sample', {
  answers: { saved: 'closed', refused: 'open' },
  resetIn: ['sending', 'unanswered', 'refused'],
})
const sampleCatalogue = requestCatalogue<typeof sample>([{ name: 'Ada' }], {
  saved: [{ kind: 'saved' }],
  refused: [{ kind: 'refused', reason: 'No' }],
})

const imageUploadCatalogue = requestCatalogue<typeof imageUploadMachine>(
  [{ kind: 'upload', file: new File(['x'], 'picture.png') }, { kind: 'remove' }],
  {
    uploaded: [{ kind: 'uploaded' }],
    removed: [{ kind: 'removed' }],
    refused: [{ kind: 'refused', reason: 'Too large' }],
  },
)

/** Every use of the machine, walked here once each. */
const uses: [unknown, unknown][] = [
  [sample, sampleCatalogue],
  [attendanceMachine, attendanceCatalogue],
  [findAppointmentMachine, findAppointmentCatalogue],
  [newTimeMachine, newTimeCatalogue],
  [waitingPlaceMachine, waitingPlaceCatalogue],
  [outcomeChangeMachine, outcomeChangeCatalogue],
  [categoryMovingMachine, categoryMovingCatalogue],
  [imageUploadMachine, imageUploadCatalogue],
  [newPatientMachine, newPatientCatalogue],
  [calendarFeedMachine, calendarFeedCatalogue],
]

for (const [use, described] of uses) {
  const machine = use as AnyRequest
  const catalogue = described as AnyCatalogue
  const [submitted] = catalogue.events['request.submitted']
  const results = Object.values(catalogue.results.sendRequest).flat()
  const states = leafStates(machine).map((state) => [
    state,
    (snapshot: ReturnType<AnyRequest['getInitialSnapshot']>) => {
      const [group, kind = group] = state.split('.')
      const { input, result } = snapshot.context
      // A second press while it is on its way sends nothing more.
      expect(submitted && snapshot.can(submitted)).toBe(group === 'ready')
      expect(input !== null).toBe(state === 'sending')
      if (['sending', 'ready.idle', 'ready.unanswered'].includes(state)) expect(result).toBeNull()
      else {
        expect(result?.kind).toBe(kind)
        expect(results).toContainEqual(result)
      }
    },
  ])
  describePaths(machine, { catalogue, states: Object.fromEntries(states) })
}

test('sends what was submitted, and breaks it off where it is reset', async () => {
  const { happen, inputs, snapshot } = runMachine(sample, { actors: ['sendRequest'] })
  const input = { name: 'Ada' }
  await happen({ type: 'request.submitted', input } as never)
  expect(inputs).toEqual([{ actor: 'sendRequest', input }])
  await happen({ type: 'request.reset' })
  expect(snapshot().context).toEqual({ input: null, result: null })
})
