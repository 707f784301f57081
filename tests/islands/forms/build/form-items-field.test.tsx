import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eformScreen } from '#islands/admin/resources/screens/eforms.ts'
import { fluForm } from '../../../machines/forms/build/form-building.catalogue.ts'
import { openRecord } from '../../admin/resources/record-stage.tsx'
import { allTexts } from '../../hands.ts'

/* The builder as a field of the record that is saved. */

const MADE = 'POST admin/eforms/'

const problems = () => allTexts('link', screen.getByRole('region', { name: 'There is a problem' }))
const json = () => screen.findByLabelText<HTMLTextAreaElement>(/^JSON of this form/)

async function openEform() {
  const stage = await openRecord(null, eformScreen)
  await screen.findByRole('button', { name: 'Add an item' })
  return stage
}

test('JSON that was typed and is not used is never dropped by saving', async () => {
  const { user, press, type, api } = await openEform()
  await type('Name', 'Flu')
  await press('JSON')
  await user.clear(await json())
  const typed = JSON.stringify([fluForm[2]])
  await user.paste(typed)
  await press('Edit')
  await press('Save')
  expect(problems()).toEqual([
    'Questions: Use the JSON that you typed, or drop it, before you save',
  ])
  expect(api.sent.filter(({ key }) => key === MADE)).toEqual([])
  // It leads to what was typed.
  expect((await json()).value).toBe(typed)
  await press('Use this JSON')
  await press('Save')
  expect(api.sent.at(-1)).toMatchObject({
    key: MADE,
    options: { body: { formDefinition: [fluForm[2]] } },
  })
})

test('JSON that was typed counts as a change when somebody leaves', async () => {
  const { user, press, onClose } = await openEform()
  await press('JSON')
  await user.type(await json(), ' ')
  await press('Cancel')
  expect(onClose).not.toHaveBeenCalled()
  await press('Keep editing')
  await press('Drop these changes')
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
})
