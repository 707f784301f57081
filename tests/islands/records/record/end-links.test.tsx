import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EndLinks } from '#islands/records/record/EndLinks.tsx'
import type { Permission } from '#lib/contract/permissions.ts'
import { openPart } from '../../open-island.tsx'

const ofAppointment = 'End links to this appointment'
const ofPatient = 'End all links of this patient'
const ofPeople: Permission[] = ['clinic.view_user', 'clinic.change_user']

const open = (permissions: Permission[]) =>
  openPart(<EndLinks patientId={9} appointment={{ id: 41, staffId: 3 }} />, {
    viewer: { staff_id: 3, permissions },
  })

test('asks first, then ends the links of the appointment or of the patient', async () => {
  const { api, press } = await open([
    'clinic.view_appointment',
    'clinic.change_appointment',
    ...ofPeople,
  ])
  await press(ofAppointment)
  expect(api.sent).toEqual([])
  await press('End links')
  await api.answered(['POST admin/appointments/{id}/end-links/'], () => ({ ended: 2 }))
  await press(ofPatient)
  await press('End links')
  await api.answered(['POST admin/users/{id}/end-links/'], () => ({ ended: 3 }))
  expect(api.sent.map(({ options }) => options)).toEqual([
    { params: { id: 41 } },
    { params: { id: 9 } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('offers what the viewer may do', async () => {
  await open(ofPeople)
  expect(screen.queryByRole('button', { name: ofAppointment })).toBeNull()
  expect(screen.getByRole('button', { name: ofPatient })).toBeTruthy()
})

test('offers nothing to who may change and not see', async () => {
  await open(['clinic.change_appointment', 'clinic.change_user'])
  expect(screen.queryAllByRole('button')).toEqual([])
})
