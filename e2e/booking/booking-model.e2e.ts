import { headings } from '#islands/booking/booking-steps.ts'
import { some } from '../../tests/amount.ts'
import { openService } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { definition, walks } from './booking-model.ts'
import { bookingVisit, screens } from './booking-visit.ts'

/** Passes by itself: nobody acts there. */
const PASSING = ['lookingUp', 'starting']
/** No guest comes there: see the journeys of who is signed in. */
const OF_SIGNED_IN = ['signedOut']
/** Nobody comes there who has booked nothing before: see the journey of two tabs. */
const OF_BOOKED_BEFORE = ['warned']
/** See the journey of a script that does not arrive. */
const OF_LOST_SCRIPT = ['missing']

/** Each event has its effect in the island's own walks; one shows that a browser adds nothing to it. */
const BY_DEFAULT = 1

for (const walk of some(walks(), BY_DEFAULT)) {
  const events = walk.steps.slice(1).map(({ event }) => event.type)
  test(`a visitor may ${events.join(', ')}`, async ({ page, database, api }) => {
    const service = await openService(database, { times: 8 })
    const visit = bookingVisit({ page, service, database, api })
    await visit.arrive()
    await walk.test(visit)
  })
}

test('the model, the browser and the screens of the island know the same states and events', ({
  page,
  database,
  api,
  service,
}) => {
  const visit = bookingVisit({ page, service, database, api })
  const inModel = Object.entries(definition.states)
  const events = inModel.flatMap(([, state]) => Object.keys('on' in state ? state.on : {}))
  expect(Object.keys(visit.states).sort()).toEqual(inModel.map(([name]) => name).sort())
  expect(Object.keys(visit.events).sort()).toEqual([...new Set(events)].sort())
  expect(Object.keys(headings).sort()).toEqual(
    [
      ...new Set([
        ...Object.values(screens),
        ...PASSING,
        ...OF_SIGNED_IN,
        ...OF_BOOKED_BEFORE,
        ...OF_LOST_SCRIPT,
      ]),
    ].sort(),
  )
})
