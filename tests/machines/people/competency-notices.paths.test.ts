import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  competencyNoticesMachine,
  type LoadExpiringCompetenciesResult,
} from '#machines/people/competency-notices.machine.ts'
import { describePaths } from '../describe-paths.ts'
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
  const actor = createActor(
    competencyNoticesMachine.provide({
      actors: {
        loadExpiringCompetencies: fromPromise<LoadExpiringCompetenciesResult, undefined>(
          async () => ({
            kind: 'expiring',
            notices: [takingBlood, travelHealth, sooner],
          }),
        ),
      },
      actions: { rememberDismissed: (_, { notice }) => remembered(notice) },
    }),
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches('showing'))
  actor.send({ type: 'notice.dismissed', notice: travelHealth })
  expect(actor.getSnapshot().context.notices).toEqual([takingBlood, sooner])
  actor.send({ type: 'notice.dismissed', notice: travelHealth })
  actor.send({ type: 'notice.dismissed', notice: sooner })
  actor.send({ type: 'notice.dismissed', notice: takingBlood })
  expect(actor.getSnapshot().value).toBe('quiet')
  expect(remembered.mock.calls).toEqual([[travelHealth], [sooner], [takingBlood]])
})
