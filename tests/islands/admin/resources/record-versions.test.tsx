import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RecordVersions } from '#islands/admin/resources/RecordVersions.tsx'
import { appointmentOutcomeScreen } from '#islands/admin/resources/screens/appointment-outcomes.ts'
import { eformScreen } from '#islands/admin/resources/screens/eforms.ts'
import { consent, eggs } from '../../../machines/forms/build/form-building.catalogue.ts'
import { allTexts } from '../../hands.ts'
import { openPart } from '../../open-island.tsx'
import { settled } from '../../settled.ts'

const long = 'Drink enough. '.repeat(60).trim()
const version = (number: number, template_code: string) => ({
  version: number,
  subversion: 0,
  made: '2026-03-02T09:00:00Z',
  made_by_name: 'Ada Byron',
  kept: { name: 'Advice given', template_code },
})

test('every version is read once they are asked for, and a long text of one is scrolled by keyboard', async () => {
  const { api } = await openPart(<RecordVersions screen={appointmentOutcomeScreen} id={4} />)
  const VERSIONS = ['GET admin/appointmentoutcomes/{id}/versions/']
  expect(api.isWaiting(...VERSIONS)).toBe(false)
  await userEvent.click(screen.getByText('All versions'))
  await settled()
  await api.answered(VERSIONS, () => ({ results: [version(2, long), version(1, 'Drink.')] }))
  const heads = allTexts('heading')
  expect(heads).toEqual(['Version 2.0', 'Version 1.0'])
  expect(screen.getByText('Drink.').closest('section')).toBeNull()
  const text = screen.getByRole('region', { name: 'Template' })
  expect(text.textContent).toBe(long)
  await userEvent.tab()
  expect(document.activeElement).toBe(text)
})

test('a version of a form says which items it changed', async () => {
  const { api } = await openPart(<RecordVersions screen={eformScreen} id={4} />)
  await userEvent.click(screen.getByText('All versions'))
  await settled()
  const of = (number: number, formDefinition: object[]) => ({
    ...version(number, ''),
    kept: { title: 'Flu', description: '', formDefinition },
  })
  api.answer(['GET admin/eforms/{id}/versions/'], () => ({
    results: [of(2, [{ ...eggs, label: 'Eggs?', hint: 'Or egg white' }]), of(1, [eggs, consent])],
  }))
  const changed = await screen.findByText(/^Changed “Eggs\?”:/)
  expect(allTexts('listitem', changed)).toEqual([
    'words: “Allergic to eggs” → “Eggs?”',
    'hint: “Or egg white” was added',
  ])
  expect(screen.getByText('Removed “I agree”')).toBeTruthy()
})
