import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { staffCompetencyScreen } from '#islands/admin/resources/screens/staff-competencies.ts'
import type { EndingCompetency } from '#lib/contract/competencies.ts'
import { openScreen } from '../admin/resources/record-stage.tsx'
import { noAnswer } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { settled, until } from '../settled.ts'

const ENDING = ['GET admin/staffcompetencies/ending/']
const ONE = 'admin/staffcompetencies/{id}/'

const held = (
  id: number,
  staff: [id: number, name: string],
  notice_type: EndingCompetency['notice_type'],
): EndingCompetency => ({
  id,
  notice_type,
  competency_id: id,
  competency_name: `Competency ${id}`,
  staff_id: staff[0],
  staff_name: staff[1],
  expires_at: '2026-11-25',
  url: `https://x/${id}`,
})
const ada: [number, string] = [7, 'Ada Byron']
const rosa: [number, string] = [8, 'Rosa Marsh']
const ending = [held(1, ada, 'lapsed'), held(2, ada, '5-days-notice'), held(3, rosa, 'lapsed')]
const record = {
  id: 2,
  version: 1,
  url: 'https://x/2/',
  title: 'Competency 2 of Ada Byron',
  staff_id: 7,
  staff_name: 'Ada Byron',
  competency_id: 2,
  competency_name: 'Competency 2',
  issued_at: '2025-11-26',
  expires_at: '2026-11-25',
  state: 'expiring',
}

const dialog = () => screen.getByRole('dialog', { name: 'Expiring competencies' })
const told = () => allTexts('listitem', dialog())

test('what ends is told by person; one press opens a record, and closing it comes back', async () => {
  const { api, press } = await openScreen([], '', staffCompetencyScreen)
  await press('Expiring competencies')
  await until(() => api.isWaiting(...ENDING))
  await api.failed(ENDING, noAnswer)
  await press('Try again')
  await api.answered(ENDING, () => ({ results: ending }))
  expect(within(dialog()).getByRole('status').textContent).toBe(
    '3 competencies: 2 lapsed, 1 within 5 days.',
  )
  expect(
    within(dialog())
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Ada Byron', 'Rosa Marsh'])
  expect(told()[1]).toMatch(/^Competency 2: .*25\sNovember 2026Within 5 days$/)

  await press('Competency 2: change it for Ada Byron')
  await until(() => screen.queryByRole('dialog', { name: 'Change staff competency' }) !== null)
  await api.answered([`GET ${ONE}`], () => record)
  await press('Cancel')
  // Asked for again: it may have been renewed.
  await until(() => api.isWaiting(...ENDING))
  await api.answered(ENDING, () => ({ results: [] }))
  expect(within(dialog()).getByRole('status').textContent).toMatch(/^No competencies/)
  await press('Close')
  await settled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Expiring competencies' }))
})
