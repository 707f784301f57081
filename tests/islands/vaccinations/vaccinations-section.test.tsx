import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { VaccinationsSection } from '#islands/vaccinations/VaccinationsSection.tsx'
import type { Viewer } from '#lib/contract/identity.ts'
import { givenDose } from '../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { fakeApi } from '../fake-api.ts'
import { pressing } from '../hands.ts'
import { InIsland } from '../InIsland.tsx'
import { settled } from '../settled.ts'
import { WithQueries } from '../WithQueries.tsx'
import { CHECK, checkedWell, RECORD, START } from './recording-stage.tsx'
import { routineStart } from './vaccination-start.ts'

const viewer = {
  permissions: ['clinic.view_vaccinationhistory', 'clinic.add_vaccinationhistory'],
  staff_id: 3,
} as unknown as Viewer

test('the list is read again after recording, while the dialog is still open', async () => {
  const api = fakeApi()
  const user = userEvent.setup({ delay: null })
  const press = pressing(user)
  render(
    <WithQueries>
      <InIsland api={api.client} viewer={viewer} timeZone="Europe/London">
        <VaccinationsSection patientId={9} appointmentId={41} />
      </InIsland>
    </WithQueries>,
  )
  await settled()
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
