import { describe, expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import { neededSections } from '#machines/vaccinations/vaccination-recording.types.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, broken, findLeaf, runMachine } from '../walk-machine.ts'
import {
  distinguishRecordings,
  FIRST_KEY,
  SECOND_KEY,
  sameDay,
  vaccinationRecordingCatalogue,
} from './vaccination-recording.catalogue.ts'

type Snapshot = SnapshotFrom<typeof vaccinationRecordingMachine>

const { 'section.reopened': _anywhere, ...forward } = vaccinationRecordingCatalogue.events
const offers = offering(forward)
const isDone = ({ context }: Snapshot, ...sections: string[]) =>
  expect(context.done).toEqual(expect.arrayContaining(sections))

const forgotten = ({ context }: Snapshot) => {
  expect(context).toMatchObject({ entered: {}, confirmed: [], warnings: [] })
}

describePaths(vaccinationRecordingMachine, {
  catalogue: vaccinationRecordingCatalogue,
  inputs: [
    { isHistorical: false, idempotencyKey: FIRST_KEY },
    { isHistorical: true, idempotencyKey: FIRST_KEY },
  ],
  distinguish: distinguishRecordings,
  states: {
    reading: offers(),
    readFailed: offers('reading.retried'),
    'entering.patient': (snapshot) => {
      offers('patient.confirmed')(snapshot)
      expect(snapshot.context.done).toEqual([])
    },
    'entering.consent': (snapshot) => {
      offers('consent.entered')(snapshot)
      isDone(snapshot, 'patient')
    },
    'entering.product': (snapshot) => {
      offers('product.entered')(snapshot)
      isDone(snapshot, ...(snapshot.context.isHistorical ? ['patient'] : ['patient', 'consent']))
    },
    'entering.checking': offers(),
    'entering.checkFailed': offers('check.retried'),
    'entering.warnings': (snapshot) => {
      const withhold = snapshot.context.isHistorical ? [] : ['dose.withheld']
      offers('warning.confirmed', ...withhold)(snapshot)
      expect(snapshot.context.warnings).toEqual([sameDay])
    },
    'entering.administration': (snapshot) => {
      offers('dose.withheld', 'administration.entered')(snapshot)
      isDone(snapshot, 'patient', 'consent', 'product')
    },
    'entering.outcome': (snapshot) => {
      offers('outcome.entered')(snapshot)
      isDone(snapshot, 'patient', 'consent', 'product')
    },
    'entering.reactions': (snapshot) => {
      offers('reactions.entered')(snapshot)
      isDone(snapshot, 'product', 'administration', 'outcome')
    },
    'entering.nextDose': (snapshot) => {
      offers('nextDose.entered')(snapshot)
      isDone(snapshot, 'patient', 'product')
    },
    'entering.review': (snapshot) => {
      offers('recording.confirmed')(snapshot)
      isDone(snapshot, ...neededSections(snapshot.context))
    },
    recording: (snapshot) => {
      offers()(snapshot)
      isDone(snapshot, ...neededSections(snapshot.context))
    },
    unanswered: offers('recording.retried'),
    recorded: (snapshot) => {
      offers('another.requested')(snapshot)
      forgotten(snapshot)
      expect(snapshot.context.recorded).toMatchObject({ product_name: 'Influvac Tetra' })
    },
    notFound: (snapshot) => expect(snapshot.status).toBe('done'),
    notAllowed: ({ context }) =>
      expect(context.reason).toBe('You can only see your own appointments.'),
  },
})

const { events, results } = vaccinationRecordingCatalogue
const [consented] = events['consent.entered']
const [given, notGiven] = events['outcome.entered']

function begin() {
  const run = runMachine(vaccinationRecordingMachine, {
    actors: Object.keys(results),
    input: { isHistorical: false, idempotencyKey: FIRST_KEY },
  })
  const asked = (name: string) =>
    run.inputs.filter(({ actor }) => actor === name).map(({ input }) => input)
  const checked = () =>
    run.happen(answered('checkVaccination', results.checkVaccination.checked[0]))
  const toProduct = async () => {
    await run.happen(answered('readVaccinations', { kind: 'read' }))
    await run.happen({ type: 'patient.confirmed' })
    await run.happen(consented)
    await run.happen(events['product.entered'][0])
  }
  const toReview = async () => {
    await toProduct()
    await checked()
    await run.happen(events['administration.entered'][0])
    await run.happen(given)
    await run.happen(events['reactions.entered'][0])
    await run.happen(events['nextDose.entered'][0])
    expect(findLeaf(run.snapshot())).toBe('entering.review')
  }
  return { ...run, asked, checked, toProduct, toReview, leaf: () => findLeaf(run.snapshot()) }
}

describe('recording a vaccination', () => {
  test('a lost answer is followed by the same request with the same key', async () => {
    const run = begin()
    await run.toReview()
    await run.happen({ type: 'recording.confirmed' })
    await run.happen(broken('recordVaccination'))
    await run.happen({ type: 'section.reopened', section: 'product' } as never)
    expect(run.leaf()).toBe('unanswered')
    await run.happen({ type: 'recording.retried' })
    const [first, second] = run.asked('recordVaccination')
    expect(first).toMatchObject({ idempotencyKey: FIRST_KEY })
    expect(second).toEqual(first)
    await run.happen(answered('recordVaccination', results.recordVaccination.recorded[0]))
    await run.happen(events['another.requested'][0])
    await run.happen(answered('readVaccinations', { kind: 'read' }))
    expect(run.leaf()).toBe('entering.consent')
    expect(run.snapshot().context).toMatchObject({ idempotencyKey: SECOND_KEY, done: ['patient'] })
  })

  test('an expired batch is refused before a route is asked for', async () => {
    const run = begin()
    await run.toProduct()
    await run.happen(answered('checkVaccination', results.checkVaccination.refused[0]))
    expect(run.leaf()).toBe('entering.product')
    expect(run.asked('recordVaccination')).toEqual([])
  })

  test('a refused field opens its section, and the others stay as they were', async () => {
    const run = begin()
    await run.toReview()
    await run.happen({ type: 'recording.confirmed' })
    await run.happen(answered('recordVaccination', results.recordVaccination.refused[0]))
    expect(run.leaf()).toBe('entering.nextDose')
    await run.happen(events['nextDose.entered'][0])
    expect(run.leaf()).toBe('entering.review')
  })

  test('what was recorded meanwhile is warned of, and sent once it is confirmed', async () => {
    const run = begin()
    await run.toReview()
    await run.happen({ type: 'recording.confirmed' })
    await run.happen(answered('recordVaccination', { kind: 'unconfirmed' }))
    await run.happen(answered('checkVaccination', results.checkVaccination.checked[1]))
    expect(run.leaf()).toBe('entering.warnings')
    await run.happen(events['warning.confirmed'][0])
    await run.happen({ type: 'recording.confirmed' })
    expect(run.asked('recordVaccination').at(-1)).toMatchObject({
      confirmed: [sameDay.text],
      idempotencyKey: FIRST_KEY,
    })
  })

  test('a dose that is not given needs a reason and nothing else', async () => {
    const run = begin()
    await run.toProduct()
    await run.checked()
    await run.happen({ type: 'dose.withheld' })
    expect(run.leaf()).toBe('entering.outcome')
    await run.happen(notGiven)
    expect(run.leaf()).toBe('entering.review')
  })

  test('another product has its own warnings to confirm', async () => {
    const run = begin()
    await run.toProduct()
    await run.happen(answered('checkVaccination', results.checkVaccination.checked[1]))
    await run.happen(events['warning.confirmed'][0])
    await run.happen({ type: 'section.reopened', section: 'product' } as never)
    await run.happen(events['product.entered'][0])
    await run.happen(answered('checkVaccination', results.checkVaccination.checked[1]))
    expect(run.leaf()).toBe('entering.warnings')
  })
})
