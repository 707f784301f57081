import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { partsOfDay } from '#islands/waiting-list/join/PreferenceForm.tsx'
import {
  WaitingListAddition,
  WaitingListJoin,
  WaitingPreference,
} from '#lib/contract/waiting-list.ts'

/* A window that no time can meet would keep freed time from everybody else (docs/decisions/0095). */

const kinds = {
  join: (body: object) => WaitingListJoin.safeParse({ appointment_type_id: 1, ...body }),
  addition: (body: object) =>
    WaitingListAddition.safeParse({ appointment_type_id: 1, patient_id: 1, ...body }),
  preference: (body: object) => WaitingPreference.safeParse(body),
}

describe.each(Object.entries(kinds))('the hours of a %s', (_, parse) => {
  const problems = (from_time?: string, to_time?: string) => {
    const result = parse({
      until: '2027-06-30',
      ...(from_time !== undefined && { from_time }),
      ...(to_time !== undefined && { to_time }),
    })
    return result.success ? {} : z.flattenError(result.error).fieldErrors
  }

  test.each([
    ['12:21', '12:22'],
    ['09:00', '09:59'],
    ['23:01', '23:59'],
    ['23:01', undefined],
    [undefined, '00:59'],
  ])('from %s to %s are too few', (from, to) => {
    expect(problems(from, to)).toEqual({ to_time: ['Choose at least an hour'] })
  })

  test.each([
    ['09:00', '10:00'],
    ['12:21', '13:21'],
    ['23:00', '23:59'],
    ['23:00', undefined],
    [undefined, '01:00'],
    [undefined, undefined],
  ])('from %s to %s are enough', (from, to) => {
    expect(problems(from, to)).toEqual({})
  })

  test.each([
    ['12:00', '11:00'],
    ['12:00', '12:00'],
  ])('from %s to %s are in no order, which is said alone', (from, to) => {
    expect(problems(from, to)).toEqual({ to_time: ['Choose a time after the first one'] })
  })

  test.each(Object.values(partsOfDay))('$label, as the screens offer, is enough', (part) => {
    expect(problems(part.from_time, part.to_time)).toEqual({})
  })
})
