import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { staffCompetencyScreen } from '#islands/admin/resources/screens/staff-competencies.ts'
import { CompetencyNotices } from '#islands/people/competencies/CompetencyNotices.tsx'
import { loadExpiringCompetencies } from '#islands/people/competencies/competency-notices.actors.ts'
import type { ExpiringCompetency } from '#lib/contract/competencies.ts'
import { fakeApi } from '../../fake-api.ts'
import { settled, until } from '../../settled.ts'
import { openScreen } from './record-stage.tsx'

/*
 * What was dismissed of a competency is forgotten in the browser in which
 * that competency is saved.
 */

const notice = (id: number, competency_name: string): ExpiringCompetency => ({
  id,
  competency_name,
  notice_type: '5-days-notice',
  staff_id: 7,
  competency_id: id,
  url: `https://x/${id}/`,
  expires_at: '2026-11-25',
})
const notices = [notice(9, 'Phlebotomy'), notice(10, 'Ear care')]

const phlebotomy = {
  id: 9,
  version: 1,
  url: 'https://x/9/',
  title: 'Phlebotomy of Ada Byron',
  staff_id: 7,
  staff_name: 'Ada Byron',
  competency_id: 4,
  competency_name: 'Phlebotomy',
  issued_at: '2025-11-26',
  expires_at: '2026-11-25',
  state: 'expiring',
}
const ONE = 'admin/staffcompetencies/{id}/'

async function openNotices() {
  const api = fakeApi()
  const load = () => loadExpiringCompetencies(api.client, 7)
  const { unmount } = render(<CompetencyNotices load={load} timeZone="Europe/London" />)
  await settled()
  await api.answered(['GET admin/staffcompetencies/expiring/'], () => ({
    count: 2,
    results: notices,
  }))
  const told = screen
    .queryAllByRole('button', { name: /^Dismiss:/ })
    .map((button) => button.getAttribute('aria-label'))
  return { told, unmount }
}

test('saving a competency tells its dismissed notices again, and those of no other', async () => {
  const first = await openNotices()
  expect(first.told).toEqual(['Dismiss: Phlebotomy', 'Dismiss: Ear care'])
  for (const name of first.told) {
    fireEvent.click(screen.getByRole('button', { name: String(name) }))
    await settled()
  }
  first.unmount()
  const second = await openNotices()
  expect(second.told).toEqual([])
  second.unmount()

  const { api, press } = await openScreen([phlebotomy], '', staffCompetencyScreen)
  await press(/^Ada Byron/)
  await until(() => screen.queryByRole('dialog') !== null)
  await api.answered([`GET ${ONE}`], () => phlebotomy)
  await press('Save')
  await api.answered([`POST ${ONE}preview/`], () => ({ orphaned: [], unseen: [] }))
  // Not before it is saved: it may be refused.
  expect(localStorage).toHaveLength(2)
  await api.answered([`PUT ${ONE}`], () => ({ ...phlebotomy, version: 2 }))
  expect(screen.queryByRole('dialog')).toBeNull()

  expect((await openNotices()).told).toEqual(['Dismiss: Phlebotomy'])
})
