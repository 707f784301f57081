import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { vaccinationBulkUpdateMachine } from '#machines/vaccinations/vaccination-bulk-update.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, findLeaf, runMachine } from '../walk-machine.ts'
import { batchUpdate, vaccinationBulkUpdateCatalogue } from './vaccination-bulk-update.catalogue.ts'

type Snapshot = SnapshotFrom<typeof vaccinationBulkUpdateMachine>

const offers = offering(vaccinationBulkUpdateCatalogue.events)
const isOver = ({ status }: Snapshot) => expect(status).toBe('done')

describePaths(vaccinationBulkUpdateMachine, {
  catalogue: vaccinationBulkUpdateCatalogue,
  distinguish: ({ records, answer, reason }: Snapshot['context']) => [
    records.length,
    answer?.refused.length,
    reason,
  ],
  states: {
    gathering: offers(),
    gatherFailed: offers('gathering.retried'),
    tooMany: isOver,
    'choosing.ready': offers('preview.requested'),
    'choosing.failed': offers('preview.requested'),
    previewing: ({ context }) => expect(context.update).toEqual(batchUpdate),
    previewed: (snapshot) => {
      const { answer, records } = snapshot.context
      const isRefused = (answer?.refused.length ?? 0) > 0
      const exclude = isRefused && records.length > 1 ? ['refused.excluded'] : []
      offers(...exclude, 'update.reopened', ...(isRefused ? [] : ['update.confirmed']))(snapshot)
    },
    applying: ({ context }) => expect(context.answer?.refused).toEqual([]),
    done: isOver,
    unanswered: isOver,
  },
})

test('one that somebody changed since the preview keeps all as they were, and can be left out', async () => {
  const { events, results } = vaccinationBulkUpdateCatalogue
  const [all, some] = results.updateVaccinations.answered
  const run = runMachine(vaccinationBulkUpdateMachine, { actors: Object.keys(results) })
  await run.happen(answered('gatherVaccinations', results.gatherVaccinations.gathered[0]))
  await run.happen(events['preview.requested'][0])
  await run.happen(answered('updateVaccinations', all))
  await run.happen({ type: 'update.confirmed' })
  await run.happen(answered('updateVaccinations', some))
  expect(findLeaf(run.snapshot())).toBe('previewed')
  await run.happen({ type: 'refused.excluded' })
  expect(run.inputs.at(-1)?.input).toMatchObject({ records: [{ id: 71 }], preview: true })
  await run.happen(answered('updateVaccinations', { ...all, changed: 1 }))
  await run.happen({ type: 'update.confirmed' })
  await run.happen(answered('updateVaccinations', { ...all, changed: 1 }))
  expect(findLeaf(run.snapshot())).toBe('done')
})
