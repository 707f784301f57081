import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { attendanceMachine } from '#machines/own-appointments/attendance.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { runMachine } from '../walk-machine.ts'
import { attendanceCatalogue } from './attendance.catalogue.ts'

type Snapshot = SnapshotFrom<typeof attendanceMachine>

const answers = attendanceCatalogue.events['attendance.answered']

const asks = (snapshot: Snapshot) => {
  expect(answers.every((event) => snapshot.can(event))).toBe(true)
  expect(snapshot.context.isComing).toBeNull()
}

describePaths(attendanceMachine, {
  catalogue: attendanceCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'asking.ready': asks,
    'asking.outdated': asks,
    'asking.offline': asks,
    'asking.unanswered': asks,
    sending: (snapshot) => {
      // A second press sends nothing more.
      expect(answers.some((event) => snapshot.can(event))).toBe(false)
      expect(snapshot.context.isComing).not.toBeNull()
    },
  },
})

test.each([true, false])('what is sent is what was answered: %s', async (isComing) => {
  const { happen, inputs } = runMachine(attendanceMachine, { actors: ['sendAttendance'] })
  await happen({ type: 'attendance.answered', isComing } as never)
  expect(inputs).toEqual([{ actor: 'sendAttendance', input: { isComing } }])
})
