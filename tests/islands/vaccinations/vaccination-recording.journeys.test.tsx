import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { noAnswer } from '../fake-api.ts'
import { openRecording, RECORD, type RecordingStage } from './recording-stage.tsx'
import { routineStart, start } from './vaccination-start.ts'

const more = test.runIf(isFull)

/** As far as the review, by the keys of a routine dose. */
async function enterRoutineDose({ keys, answerStart, answerCheck }: RecordingStage) {
  await answerStart(routineStart)
  await keys('{Enter}') // The right patient.
  await keys('{Enter}') // The consent form is on file.
  await keys('{Enter}') // The batch that was used today.
  await answerCheck()
  await keys('{Tab}1{Enter}') // The route of the batch, left upper arm.
  await keys('1{Enter}') // Given.
  await keys('1{Enter}') // No reaction.
  await keys('{Enter}') // The suggested next dose.
}

test('a routine dose is recorded by keyboard, with today’s batch and the consent form', async () => {
  const stage = await openRecording()
  await enterRoutineDose(stage)
  await stage.keys('{Enter}')
  const [recorded] = stage.sent(RECORD)
  expect(recorded?.options).toMatchObject({
    body: {
      appointment_id: 41,
      consent_obtained: true,
      vaccine_product_id: 5,
      batch_number: 'FL123',
      expiry_date: '2027-06-30',
      route_of_administration: 'intramuscular',
      site_of_administration: 'left_deltoid',
      dose_number: 2,
      was_administered: true,
      booster_due_date: '2026-11-04',
      is_historical: false,
      confirmed_warnings: [],
    },
  })
})

more('nothing is chosen for a clinician who has given nothing today', async () => {
  const { answerStart, press, choose } = await openRecording()
  await answerStart(start)
  await press('This is the right patient')
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await press('Continue')
  expect(screen.getByRole('region', { name: 'There is a problem' })).toBeTruthy()
  await choose(/Yes/)
  await press('Continue')
  expect((screen.getByLabelText('Vaccine') as HTMLSelectElement).value).toBe('')
})

test('what is due is chosen, and its day is said', async () => {
  const { answerStart, press, choose } = await openRecording()
  const [influvac] = start.products
  if (!influvac) throw new Error('there is a product')
  const due = { ...influvac, id: 6, name: 'Hepatitis B', due_on: '2026-08-01' }
  await answerStart({ ...start, products: [due, { ...influvac, name: 'Hepatitis A' }] })
  await press('This is the right patient')
  await choose(/Yes/)
  await press('Continue')
  const field = screen.getByLabelText<HTMLSelectElement>('Vaccine')
  expect(field.selectedOptions[0]?.text).toMatch(/^Hepatitis B \(due 1\sAugust\s2026\)$/)
  // Who types "Hep" gets the first that begins so.
  expect([...field.options].map(({ value }) => value)).toEqual(['', '6', '5'])
})

test('a lost answer is sent again with the same key and the same dose', async () => {
  const stage = await openRecording()
  await enterRoutineDose(stage)
  await stage.keys('{Enter}')
  await stage.api.failed(RECORD, noAnswer)
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
  await stage.press('Try again')
  const [first, second] = stage.sent(RECORD)
  expect(first?.options['headers']).toEqual({ 'Idempotency-Key': expect.any(String) })
  expect(second).toEqual(first)
})

more('a section that is changed is asked again, and what follows stays', async () => {
  const stage = await openRecording()
  await enterRoutineDose(stage)
  await stage.press('Change vaccine and batch')
  await stage.choose(/Another batch/)
  await stage.user.type(screen.getByLabelText('Batch number'), 'fl999')
  await stage.user.type(screen.getByLabelText('Expiry date'), '2027-01-31')
  await stage.press('Continue')
  await stage.answerCheck()
  await stage.press('Record vaccination')
  expect(stage.sent(RECORD)[0]?.options).toMatchObject({
    body: { batch_number: 'fl999', expiry_date: '2027-01-31', dose_number: 2 },
  })
})

test('without consent only the vaccine is asked, and it is recorded as not given', async () => {
  const stage = await openRecording()
  await stage.answerStart(start)
  await stage.press('This is the right patient')
  await stage.choose(/No/)
  await stage.press('Continue')
  await stage.user.selectOptions(screen.getByLabelText('Vaccine'), 'Influvac Tetra')
  expect(screen.queryByRole('radio')).toBeNull()
  screen.getByLabelText('Vaccine').focus()
  await stage.keys('{Enter}')
  await stage.answerCheck()
  await stage.press('Continue')
  await stage.press('Record as not given')
  expect(stage.sent(RECORD)[0]?.options).toMatchObject({
    body: {
      was_administered: false,
      not_given_reason: 'refused',
      consent_obtained: false,
      booster_due_date: null,
      dose_number: null,
    },
  })
})

more('a vaccination given elsewhere needs no batch, and its day alone', async () => {
  const stage = await openRecording({ isHistorical: true })
  await stage.answerStart(start)
  await stage.press('This is the right patient')
  await stage.user.selectOptions(screen.getByLabelText('Vaccine'), 'Influvac Tetra')
  await stage.user.type(screen.getByLabelText('Day'), '3')
  await stage.user.type(screen.getByLabelText('Month'), 'july')
  await stage.user.type(screen.getByLabelText('Year'), '2025')
  await stage.user.type(screen.getByLabelText('Clinic (optional)'), 'Harbour Surgery')
  await stage.press('Continue')
  await stage.answerCheck()
  await stage.press('Continue')
  await stage.press('Record vaccination')
  expect(stage.sent(RECORD)[0]?.options).toMatchObject({
    body: {
      is_historical: true,
      date_administered: '2025-07-02T23:00:00.000Z',
      external_clinic_name: 'Harbour Surgery',
      batch_number: '',
      expiry_date: null,
      dose_number: null,
    },
  })
})

test('leaving what was entered asks first', async () => {
  const stage = await openRecording()
  await enterRoutineDose(stage)
  await stage.press('Close')
  expect(stage.onClose).not.toHaveBeenCalled()
  const question = within(screen.getByRole('region', { name: /Leave without saving/ }))
  await stage.user.click(question.getByRole('button', { name: 'Leave without saving' }))
  expect(stage.onClose).toHaveBeenCalledOnce()
})
