import { expect, test, vi } from 'vitest'
import { competencyNoticesMachine } from '#machines/people/competency-notices.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import {
  competencyNoticesCatalogue,
  distinguishNotices,
  takingBlood,
  travelHealth,
} from './competency-notices.catalogue.ts'

describePaths(competencyNoticesMachine, {
  catalogue: competencyNoticesCatalogue,
  distinguish: distinguishNotices,
  states: {
    loading: ({ context }) => expect(context.notices).toEqual([]),
    showing: ({ context }) => expect(context.notices.length).toBeGreaterThan(0),
    quiet: ({ status, context }) => {
      expect(status).toBe('done')
      expect(context.notices).toEqual([])
    },
  },
})

test('each notice is dismissed by itself, and remembered by its competency and its type', async () => {
  const remembered = vi.fn()
  const sooner = { ...travelHealth, notice_type: '5-days-notice' } as const
  const { happen, snapshot } = runMachine(
    competencyNoticesMachine.provide({
      actions: { rememberDismissed: (_, { notice }) => remembered(notice) },
    }),
    { actors: ['loadExpiringCompetencies'] },
  )
  const dismiss = (notice: object) => happen({ type: 'notice.dismissed', notice } as never)
  const notices = [takingBlood, travelHealth, sooner]
  await happen(answered('loadExpiringCompetencies', { kind: 'expiring', notices }))
  await dismiss(travelHealth)
  expect(snapshot().context.notices).toEqual([takingBlood, sooner])
  for (const notice of [travelHealth, sooner, takingBlood]) await dismiss(notice)
  expect(snapshot().value).toBe('quiet')
  expect(remembered.mock.calls).toEqual([[travelHealth], [sooner], [takingBlood]])
})
