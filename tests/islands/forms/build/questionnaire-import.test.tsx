import { readFileSync } from 'node:fs'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FormBuilder } from '#islands/forms/build/FormBuilder.tsx'
import '#islands/forms/build/QuestionnaireView.tsx'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { fluForm } from '../../../machines/forms/build/form-building.catalogue.ts'
import { settled } from '../../settled.ts'

const sample = (name: string) => readFileSync(`tests/lib/forms/fhir/samples/${name}`, 'utf8')
const form = { name: 'Flu', title: '', description: '', version: null, url: null }

async function openImport() {
  const onItems = vi.fn<(items: readonly FormItem[]) => void>()
  render(
    <FormBuilder
      items={fluForm}
      form={form}
      timeZone="Europe/London"
      onItems={onItems}
      typed={null}
      onTyped={vi.fn()}
      isTypedRefused={false}
    />,
  )
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Import or export' }))
  await settled()
  const file = await screen.findByLabelText('Questionnaire file')
  return { user, file, onItems }
}

test('a questionnaire is looked at, replaces the form, and can be undone', async () => {
  const { user, file, onItems } = await openImport()
  await user.upload(file, new File([sample('sdc-phq-9.json')], 'phq-9.json'))
  await settled()
  const preview = await screen.findByRole('region', { name: 'What you are about to import' })
  await waitFor(() => expect(document.activeElement).toBe(preview))
  expect(within(preview).getByText('Patient Health Questionnaire - 9 Item')).toBeTruthy()
  expect(preview.textContent).toMatch(/10 questions.*replace the 3 items/)
  expect(within(preview).getByText(/adds up the scores of 9 earlier questions/)).toBeTruthy()
  expect(onItems).not.toHaveBeenCalled()
  await user.click(within(preview).getByRole('button', { name: 'Use this questionnaire' }))
  await settled()
  expect(onItems.mock.lastCall?.[0]).toHaveLength(11)
  expect(screen.getByRole('button', { name: 'Add an item' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await settled()
  expect(onItems.mock.lastCall?.[0]).toEqual(fluForm)
})

test('what is no questionnaire is refused in a sentence, and the form stays', async () => {
  const { user, file, onItems } = await openImport()
  await user.upload(file, new File(['{"resourceType":"Patient"}'], 'patient.json'))
  await settled()
  expect((await screen.findByRole('alert')).textContent).toMatch(/It is a Patient/)
  await user.click(screen.getByLabelText(/^Or paste it/))
  await user.paste('{"resourceType": "Questionnaire"')
  await user.click(screen.getByRole('button', { name: 'Check what you pasted' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Line 1/)
  expect(onItems).not.toHaveBeenCalled()
})
