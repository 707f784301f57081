import { expect, test } from 'vitest'
import { contract } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'

const SECRET = /pin|password|token|secret|email|uuid/

// Proxies and browser histories keep addresses.
test('few calls take a secret, or a person’s identity, in its address', () => {
  const found = Object.entries(contract as Record<string, Operation>).flatMap(
    ([key, { params, query }]) =>
      Object.keys({ ...params?.shape, ...query?.shape })
        .filter((name) => SECRET.test(name))
        .map((name) => `${key}: ${name}`),
  )
  expect(found).toEqual([
    // Older clients do (docs/decisions/0092).
    'GET admin/validate_clinician_pin_code/: pin_code',
    'GET admin/available_appointment_types/: pin_code',
    // Calendar programs send nothing but an address (docs/decisions/0079).
    'GET public/calendar-feeds/{token}/schedule.ics: token',
  ])
})
