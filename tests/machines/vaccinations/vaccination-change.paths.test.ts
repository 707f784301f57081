import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { vaccinationChangeMachine } from '#machines/vaccinations/vaccination-change.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { correctedDose, vaccinationChangeCatalogue } from './vaccination-change.catalogue.ts'
import { givenDose, sameDay } from './vaccination-recording.catalogue.ts'

type Snapshot = SnapshotFrom<typeof vaccinationChangeMachine>

const offers = offering(vaccinationChangeCatalogue.events)
const keepsChange = ({ context }: Snapshot) =>
  expect(context.change).toEqual({ kind: 'correct', correction: correctedDose })

describePaths(vaccinationChangeMachine, {
  catalogue: vaccinationChangeCatalogue,
  distinguish: ({ change, confirmed, staleChange }: Snapshot['context']) => [
    change !== null,
    confirmed.length > 0,
    staleChange,
  ],
  states: {
    reading: offers(),
    readFailed: offers('reading.retried'),
    editing: (snapshot) => {
      offers('change.submitted')(snapshot)
      expect(snapshot.context.record).toEqual(givenDose)
    },
    changing: (snapshot) => {
      offers()(snapshot)
      keepsChange(snapshot)
    },
    confirming: (snapshot) => {
      offers('warnings.confirmed', 'warnings.left')(snapshot)
      expect(snapshot.context.warnings).toEqual([sameDay.text])
    },
    unanswered: (snapshot) => {
      offers('changing.retried')(snapshot)
      keepsChange(snapshot)
    },
    changed: ({ status }) => expect(status).toBe('done'),
    notFound: ({ status }) => expect(status).toBe('done'),
    notAllowed: ({ status }) => expect(status).toBe('done'),
  },
})
