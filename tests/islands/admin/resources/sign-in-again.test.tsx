import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { record } from '../../../machines/admin/record-editing.catalogue.ts'
import { refusal } from '../../fake-api.ts'
import { openRecord } from './record-stage.tsx'

test('a record whose step needs a recent sign-in says that nothing is saved', async () => {
  const { api, type, press } = await openRecord(record.id)
  await api.answered(['GET admin/competencies/{id}/'], () => record)
  await type('Name', 'Phlebotomy for children')
  await press('Save')
  await api.failed(['POST admin/competencies/{id}/preview/'], refusal('sign_in_again'))
  expect(screen.getByText(/^Nothing has been saved, because you need to sign in/)).toBeTruthy()
  expect(screen.queryByText(/did not get an answer/)).toBeNull()
})
