import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  CompetencyNotices,
  showExpiringCompetencies,
} from '#islands/people/competencies/CompetencyNotices.tsx'
import {
  forgetDismissedNotices,
  loadExpiringCompetencies,
} from '#islands/people/competencies/competency-notices.actors.ts'
import type { ExpiringCompetency } from '#lib/contract/competencies.ts'
import { competencyNoticesMachine } from '#machines/people/competency-notices.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  competencyNoticesCatalogue,
  distinguishNotices,
  takingBlood,
  travelHealth,
} from '../../machines/people/competency-notices.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { type FakeApi, fakeApi, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'

const LOAD = ['GET admin/staffcompetencies/expiring/']
const TIME_ZONE = 'Europe/London'
const toPage = (...results: ExpiringCompetency[]) => ({ count: results.length, results })

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z'), toFake: ['Date'] })
})

async function open(api: FakeApi = fakeApi()) {
  render(
    <main tabIndex={-1}>
      <CompetencyNotices
        load={() => loadExpiringCompetencies(api.client, 5)}
        timeZone={TIME_ZONE}
      />
    </main>,
  )
  await settled()
  return api
}

async function openWith(...results: ExpiringCompetency[]) {
  const api = await open()
  await api.answered(LOAD, () => toPage(...results))
}

const dismiss = ({ competency_name }: ExpiringCompetency) =>
  userEvent.click(screen.getByRole('button', { name: `Dismiss: ${competency_name}` }))
const told = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('span')?.textContent)

const answers: Record<string, (api: FakeApi) => void> = {
  expiring: (api) => api.answer(LOAD, () => toPage(takingBlood, travelHealth)),
  none: (api) => api.answer(LOAD, () => toPage()),
  error: (api) => api.fail(LOAD, refusal('not_allowed')),
}

async function drive(api: FakeApi, { actorId, output, ...event }: Happening) {
  if (actorId) answers[(output as { kind: string } | undefined)?.kind ?? 'error']?.(api)
  else await dismiss((event as unknown as { notice: ExpiringCompetency }).notice)
  await settled()
}

const nothing = () => expect(screen.getByRole('main').textContent).toBe('')
const screens: Record<string, () => void> = {
  loading: nothing,
  showing: () => {
    expect(screen.getByRole('region', { name: /ends? soon$/ })).toBeTruthy()
    expect(told().length).toBeGreaterThan(0)
  },
  quiet: nothing,
}

describeScreens('every way through the notices', {
  paths: longWalks(competencyNoticesMachine, {
    events: happenings(competencyNoticesCatalogue),
    distinguish: distinguishNotices as never,
  }),
  open: async () => {
    const api = await open()
    expect(api.sent).toEqual([{ key: LOAD[0], options: { query: { staff_id: 5 } } }])
    return api
  },
  drive,
  screens,
})

describe('a notice', () => {
  test.each([
    ['2026-12-04', 'Travel health ends on Friday 4\u00a0December 2026, in 13 days'],
    ['2026-11-23', 'Travel health ends on Monday 23\u00a0November 2026, in 2 days'],
    ['2026-11-22', 'Travel health ends on Sunday 22\u00a0November 2026, tomorrow'],
    ['2026-11-21', 'Travel health ends on Saturday 21\u00a0November 2026, today'],
    ['2026-11-20', 'Travel health ended on Friday 20\u00a0November 2026'],
  ])('of what ends on %s reads so', async (expires_at, text) => {
    await openWith({ ...travelHealth, expires_at })
    expect(told()).toEqual([text])
  })

  test('counts the days by the clinic’s clock, through the night the clocks change', async () => {
    // In London it is the 25th already.
    vi.setSystemTime(Date.parse('2026-10-24T23:30:00Z'))
    await openWith({ ...travelHealth, expires_at: '2026-10-27' })
    expect(told()).toEqual(['Travel health ends on Tuesday 27\u00a0October 2026, in 2 days'])
  })

  test('that was dismissed stays away until the next one is due, or the competency is saved', async () => {
    await openWith(takingBlood, travelHealth)
    await dismiss(travelHealth)
    document.body.replaceChildren()
    await openWith(takingBlood, travelHealth)
    expect(told()).toEqual([expect.stringContaining('Taking blood')])
    document.body.replaceChildren()
    const next = { ...travelHealth, notice_type: '5-days-notice' } as const
    await openWith(next)
    expect(told()).toHaveLength(1)
    await dismiss(next)
    document.body.replaceChildren()
    await openWith(travelHealth, next)
    nothing()
    forgetDismissedNotices(travelHealth.id)
    document.body.replaceChildren()
    await openWith(travelHealth, next)
    expect(told()).toHaveLength(2)
  })

  test('of another competency stays dismissed when one is saved', async () => {
    await openWith(takingBlood)
    await dismiss(takingBlood)
    forgetDismissedNotices(travelHealth.id)
    document.body.replaceChildren()
    await openWith(takingBlood)
    nothing()
  })

  test('is told where the browser keeps nothing, and goes when it is dismissed', async () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('Denied', 'SecurityError')
      })
    }
    await openWith(travelHealth)
    await dismiss(travelHealth)
    nothing()
    forgetDismissedNotices(travelHealth.id)
  })

  test('gives the focus to the next one, the last one to the page', async () => {
    await openWith(takingBlood, travelHealth)
    await dismiss(takingBlood)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss: Travel health')
    await dismiss(travelHealth)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('after sign-in', () => {
  const show = async (api: FakeApi) => {
    let shown: Promise<void> = Promise.resolve()
    act(() => {
      shown = showExpiringCompetencies(api.client, 5, TIME_ZONE)
    })
    return shown
  }

  test('they stand at the top of the page, one clinician’s at a time', async () => {
    render(
      <main>
        <h1>Your day</h1>
      </main>,
    )
    for (const notice of [takingBlood, travelHealth]) {
      const api = fakeApi()
      const shown = show(api)
      api.answer(LOAD, () => toPage(notice))
      await act(() => shown)
      await settled()
      expect(told()).toEqual([expect.stringContaining(notice.competency_name)])
      expect(screen.getByRole('main').firstElementChild?.contains(screen.getByRole('region'))).toBe(
        true,
      )
    }
    const api = fakeApi()
    const shown = expect(show(api)).rejects.toThrow()
    api.fail(LOAD, refusal('not_signed_in'))
    await act(() => shown)
    expect(screen.getByRole('main').textContent).toBe('Your day')
  })
})
