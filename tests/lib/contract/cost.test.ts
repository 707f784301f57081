import { expect, test } from 'vitest'
import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import { contract } from '#lib/contract/contract.ts'
import type { Cost, Operation } from '#lib/contract/operation.ts'

const operations = Object.entries(contract) as [string, Operation][]

/** Every call that is not ordinary, but for those that resources have in common. */
const costly: Record<string, Cost> = {
  'GET admin/validate_clinician_pin_code/': 'secret',
  'PUT private/pin/': 'secret',
  'POST admin/availabilities/': 'secret',
  'PUT admin/availabilities/{id}/': 'secret',
  'DELETE admin/availabilities/{id}/': 'secret',
  'POST admin/availabilities/preview/': 'secret',
  'GET admin/available_appointment_types/': 'secret',
  'POST admin/appointmenttypes/{id}/upload_image/': 'image',
  'POST admin/sites/{id}/upload_image/': 'image',
  'PUT public/savedforms/{id}/upload_file/': 'upload',
  'PUT private/savedforms/{id}/upload_file/': 'upload',
  'PUT admin/savedforms/{id}/upload_file/': 'upload',
  'PUT public/submittedforms/{id}/upload_file/': 'upload',
  'PUT private/submittedforms/{id}/upload_file/': 'upload',
  'PUT admin/submittedforms/{id}/upload_file/': 'upload',
  'PUT admin/clinicianforms/{id}/upload_file/': 'upload',
  'GET public/calendar-feeds/{token}/schedule.ics': 'file',
  'GET public/files/{id}/': 'file',
  'GET private/files/{id}/': 'file',
  'GET admin/files/{id}/': 'file',
  'GET admin/auditevents/': 'report',
  'GET admin/auditevents/export/': 'file',
  'GET admin/temporary-reporting/': 'report',
  'GET admin/temporary-reporting/outcomes/': 'report',
  'GET admin/temporary-reporting/export/': 'file',
  'GET admin/clinician-dashboard/': 'report',
  'GET admin/dashboard-total-income/': 'report',
  'GET admin/dashboard-appointments-logs/': 'report',
  'GET admin/dashboard-appointment-types/': 'report',
  'GET private/patient-record/export/': 'file',
  'GET admin/patient-records/{id}/fhir/': 'file',
  'PUT admin/vaccinationhistories/bulk-update/': 'import',
  'POST admin/check-duplicate-user/': 'search',
  'GET admin/potential-duplicate-users/': 'search',
}

test('every call has its class, and these are more than ordinary', () => {
  const expected = new Map(Object.entries(costly))
  for (const { path } of [...adminLists, ...adminResources]) {
    expected.set(`GET admin/${path}/export/`, 'file')
    expected.set(`POST admin/${path}/import/`, 'import')
    expected.set(`POST admin/${path}/bulk/`, 'import')
  }
  const classes = operations.map(([key, { cost = 'ordinary' }]) => [key, cost])
  expect(Object.fromEntries(classes)).toEqual(
    Object.fromEntries(operations.map(([key]) => [key, expected.get(key) ?? 'ordinary'])),
  )
})

test('whatever sends a list as a file, or takes a file, has a class', () => {
  const files = operations.filter(([, { file, upload }]) => file === 'text/csv' || upload)
  expect(files.filter(([, { cost }]) => !cost).map(([key]) => key)).toEqual([])
})

test('a call that takes a PIN is in the class of those that hash one', () => {
  const takesPin = ({ query, body, headers }: Operation) =>
    [query?.shape, body?.shape, headers]
      .flatMap((named) => Object.keys(named ?? {}))
      .some((name) => /\bpin(_code)?\b/i.test(name))
  const pins = operations.filter(([, definition]) => takesPin(definition))
  expect(pins.filter(([, { cost }]) => cost !== 'secret').map(([key]) => key)).toEqual([])
})
