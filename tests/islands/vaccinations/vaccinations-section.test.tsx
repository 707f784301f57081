import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VaccinationsSection } from '#islands/vaccinations/VaccinationsSection.tsx'
import type { Viewer } from '#lib/contract/identity.ts'
import { givenDose } from '../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { openPart } from '../open-island.tsx'
import { settled } from '../settled.ts'
import { CHECK, checkedWell, RECORD, START } from './recording-stage.tsx'
import { routineStart } from './vaccination-start.ts'

const viewer: Partial<Viewer> = {
  permissions: ['clinic.view_vaccinationhistory', 'clinic.add_vaccinationhistory'],
  staff_id: 3,
}

test('the list is read again after recording, while the dialog is still open', async () => {
  const section = <VaccinationsSection patientId={9} appointmentId={41} />
  const { api, user, press } = await openPart(section, { viewer })
  const none = { ...routineStart, count: 0, results: [] }
  await api.answered(START, () => none)
  await press('Record a vaccination')
  await screen.findByRole('dialog')
  await settled()
  await api.answered(START, () => none)
  const keys = async (text: string) => {
    await user.keyboard(text)
    await settled()
  }
  for (const each of ['{Enter}', '{Enter}', '{Enter}']) await keys(each)
  await api.answered(CHECK, () => checkedWell)
  for (const each of ['{Tab}1{Enter}', '1{Enter}', '1{Enter}', '{Enter}', '{Enter}'])
    await keys(each)
  await api.answered(RECORD, () => givenDose)
  await settled()
  await api.answered(START, () => ({ ...routineStart, count: 1, results: [givenDose] }))
  await press('Done')
  await settled()
  expect(screen.queryByText('No vaccinations are recorded.')).toBeNull()
})
