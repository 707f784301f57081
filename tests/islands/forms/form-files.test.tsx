import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { storedFile } from '../../machines/forms/form-filling.catalogue.ts'
import { savedForm } from '../../machines/forms/form-samples.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { settled } from '../settled.ts'
import { type FillingStage, openFilling, PAUSE, SAVE } from './filling-stage.tsx'

/* Files of a form, chosen in the real island. */

const UPLOAD = ['PUT private/savedforms/{id}/upload_file/']
const question: FormItem = { type: 'file', id: 'letter', label: 'Your letter', multiple: true }

async function open(answers: object = {}, item: Partial<FormItem> = {}) {
  const eform = { ...savedForm.eform, formDefinition: [{ ...question, ...item } as FormItem] }
  return await openFilling({ eform, answers: answers as never })
}

async function choose({ user }: FillingStage, ...files: File[]) {
  await user.upload(screen.getByLabelText('Your letter'), files)
  await settled()
}
const pdf = (name: string) => new File(['A letter'], name, { type: 'application/pdf' })
const letter = pdf('letter.pdf')

test('a file is sent at once, shown while it goes, and saved with the answers', async () => {
  const stage = await open()
  await choose(stage, letter)
  const options = stage.api.sent.at(-1)?.options ?? {}
  expect(options).toMatchObject({ query: { item: 'letter' }, field: 'file', file: letter })
  const advance = options['onProgress'] as (fraction: number) => void
  act(() => advance(0.5))
  expect(screen.getByRole('progressbar', { name: 'Sending letter.pdf' })).toHaveProperty(
    'value',
    0.5,
  )
  await stage.answer(UPLOAD, () => storedFile)
  expect(screen.queryByRole('progressbar')).toBeNull()
  const link = screen.getByRole('link', { name: 'letter.pdf' })
  expect(link.getAttribute('href')).toBe(`/api/private/files/${storedFile.id}/`)
  await settled(PAUSE)
  await stage.answer(SAVE, ({ body }) => {
    expect(body).toMatchObject({ answers: { letter: [storedFile] } })
    return { ...savedForm, revision: 4, saved: '2026-08-03T08:40:00.000Z' }
  })
})

test('several files go one after the other, also while the first is refused', async () => {
  const stage = await open()
  await choose(stage, letter, pdf('other.pdf'))
  const detail = 'This file cannot be used here. Choose a JPEG file'
  await stage.fail(UPLOAD, refusal('invalid', { fields: { file: [detail] } }))
  expect(screen.getByText(detail)).toBeTruthy()
  expect(screen.getByText('Sending other.pdf')).toBeTruthy()
  await stage.answer(UPLOAD, () => ({ ...storedFile, name: 'other.pdf' }))
  expect(screen.getByRole('link', { name: 'other.pdf' })).toBeTruthy()
})

test('the next is sent once one is stored, stopped or left out', async () => {
  const stage = await open()
  await choose(stage, letter, pdf('second.pdf'))
  await stage.answer(UPLOAD, () => storedFile)
  screen.getByText('Sending second.pdf')
  await choose(stage, pdf('third.pdf'))
  screen.getByText('Sending second.pdf')
  await stage.press('Stop sending')
  // What was stopped ends, and changes nothing.
  await stage.fail(UPLOAD, unsent)
  screen.getByText('Sending third.pdf')
  await stage.fail(UPLOAD, noAnswer)
  await choose(stage, pdf('fourth.pdf'))
  screen.getByText('third.pdf did not arrive. Check your connection.')
  await stage.press('Leave it out')
  screen.getByText('Sending fourth.pdf')
  await stage.fail(UPLOAD, noAnswer)
  await stage.press('Leave it out')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('link', { name: /pdf$/ })).toHaveLength(1)
})

test('a lost connection keeps the file; it goes again with a press, or once there is a network', async () => {
  const stage = await open()
  await choose(stage, letter)
  await stage.fail(UPLOAD, noAnswer)
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByText('letter.pdf did not arrive. Check your connection.')).toBeTruthy()
  await stage.press('Try again')
  await stage.fail(UPLOAD, noAnswer)
  await stage.happens('online')
  await stage.answer(UPLOAD, () => storedFile)
  expect(screen.getByRole('link', { name: 'letter.pdf' })).toBeTruthy()
})

test('more than 20 MB are not sent at all', async () => {
  const stage = await open()
  const large = new File(['x'], 'scan.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
  await choose(stage, large)
  expect(screen.getByText('The file must be 20 MB or smaller.')).toBeTruthy()
  expect(stage.api.isWaiting(...UPLOAD)).toBe(false)
})

test('sending can be stopped, and a stored file taken out again', async () => {
  const stage = await open({ letter: [storedFile] })
  await choose(stage, letter)
  await stage.press('Stop sending')
  expect(screen.queryByText(/^Sending/)).toBeNull()
  await stage.press('Remove letter.pdf')
  expect(screen.queryByRole('link', { name: 'letter.pdf' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Your letter'))
})

test('a question for one file takes one, and says which kinds', async () => {
  await open({ letter: [storedFile] }, { multiple: false, accept: ['image/*'] } as never)
  expect(screen.queryByLabelText('Your letter')).toBeNull()
  expect(screen.getByText('JPEG, PNG or WebP, up to 20 MB.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove letter.pdf' }))
  await settled()
  expect(screen.getByLabelText('Your letter').getAttribute('accept')).toBe(
    'image/jpeg,image/png,image/webp',
  )
})

test('an entry of a group stays while one of its files is on its way', async () => {
  const group: FormItem = {
    type: 'group',
    id: 'medicines',
    label: 'Medicine',
    items: [{ type: 'file', id: 'letter', label: 'Your letter' }],
  }
  const stage = await openFilling({
    eform: { ...savedForm.eform, formDefinition: [group] },
    answers: { medicines: [{}] },
  })
  const remove = () => screen.getByRole('button', { name: 'Remove Medicine 1' })
  expect(remove().getAttribute('aria-disabled')).not.toBe('true')
  await choose(stage, letter)
  expect(remove().getAttribute('aria-disabled')).toBe('true')
  await stage.answer(UPLOAD, () => storedFile)
  expect(remove().getAttribute('aria-disabled')).not.toBe('true')
})

test('answers too large for one request are refused, and the form stays', async () => {
  const stage = await open()
  await stage.user.upload(screen.getByLabelText('Your letter'), letter)
  await stage.answer(UPLOAD, () => storedFile)
  await settled(PAUSE)
  await stage.fail(SAVE, refusal('too_large'))
  screen.getAllByText('We could not save your answers. Check what you typed.')
  screen.getByRole('link', { name: 'letter.pdf' })
})
