import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import {
  can,
  notHeld,
  type PolicyAction,
  type PolicyViewer,
  permits,
  policyRules,
} from '#lib/policy/policy.ts'

type Rule = {
  needs?: readonly Permission[]
  others?: readonly Permission[]
  withPin?: readonly Permission[]
  status?: readonly string[]
}

const clinician = (permissions: readonly Permission[]) => ({ permissions, staff_id: 3 })
const without = (all: readonly Permission[], one: Permission) => all.filter((each) => each !== one)

describe.each(Object.entries<Rule>(policyRules))('%s', (name, rule) => {
  const action = name as PolicyAction
  const { needs = [], others = [], withPin, status = [undefined] } = rule
  const records = (staffId: number | undefined) =>
    status.map((each) => ({ staffId, ...(each !== undefined && { status: each }) }))
  const all = [...new Set([...needs, ...others])]

  test('is denied to visitors, and to people who are not clinicians and hold nothing', () => {
    for (const record of records(3)) {
      expect(permits(null, action, record)).toBe('no')
      expect(permits({ permissions: [], staff_id: null }, action, record)).toBe('no')
    }
  })

  test('is granted to those who hold all it takes, for anybody’s record', () => {
    for (const record of [...records(3), ...records(8), ...records(undefined)]) {
      expect(can(clinician(all), action, record)).toBe(true)
      const server: PolicyViewer = { permissions: new Set(all), staffId: null }
      expect(can(server, action, record)).toBe(true)
    }
  })

  test('is denied without any one permission that it needs', () => {
    for (const one of needs) {
      for (const record of [...records(3), ...records(8)]) {
        expect(permits(clinician(without(all, one)), action, record)).toBe('no')
      }
    }
  })

  test('takes nothing besides for one’s own record, and more for another’s or everybody’s', () => {
    for (const record of records(3)) expect(can(clinician(needs), action, record)).toBe(true)
    for (const one of others) {
      for (const record of [...records(8), ...records(undefined)]) {
        expect(can(clinician(without(all, one)), action, record)).toBe(needs.includes(one))
      }
    }
  })

  test('takes a PIN where the rule says so', () => {
    const held = clinician([...needs, ...(withPin ?? [])])
    const isEnough = notHeld(held, others).length === 0
    for (const record of records(8)) {
      expect(permits(held, action, record)).toBe(isEnough ? 'yes' : withPin ? 'with_pin' : 'no')
    }
  })

  if (!rule.status) return
  test('is denied in every other status, and without one', () => {
    const statuses = ['held', 'booked', 'completed', 'did_not_attend', 'cancelled', undefined]
    for (const each of statuses) {
      const record = { staffId: 3, ...(each !== undefined && { status: each }) }
      expect(can(clinician(all), action, record)).toBe(status.includes(each as never))
    }
  })
})

test('the clinician of a record is not everybody who has no staff record', () => {
  const nobody = { permissions: [], staff_id: null }
  expect(can(nobody, 'schedule.see', { staffId: null })).toBe(false)
  expect(can({ permissions: [] }, 'schedule.see', {})).toBe(false)
})

test('what another person holds beyond one’s own permissions is named', () => {
  const viewer = clinician(['clinic.view_user'])
  expect(notHeld(viewer, ['clinic.view_user', 'clinic.user_admin'])).toEqual(['clinic.user_admin'])
})
