import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import {
  groupPermissions,
  permissionHint,
  permissionLabels,
} from '#lib/contract/permission-groups.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'

const named = (...names: Permission[]) => names.map((name, id) => ({ id, name }))

describe('permissions in groups', () => {
  test('are by app, then by action, each as it came', () => {
    const given = named(
      'eforms.view_eform',
      'clinic.delete_site',
      'clinic.view_site',
      'auth.add_group',
      'clinic.view_room',
    )
    const [form, deleteSite, viewSite, addGroup, viewRoom] = given
    expect(groupPermissions(given)).toEqual([
      {
        app: 'clinic',
        text: 'Clinic',
        actions: [
          { action: 'view', text: 'View', permissions: [viewSite, viewRoom] },
          { action: 'delete', text: 'Delete', permissions: [deleteSite] },
        ],
      },
      {
        app: 'eforms',
        text: 'Forms',
        actions: [{ action: 'view', text: 'View', permissions: [form] }],
      },
      {
        app: 'auth',
        text: 'Groups and permissions',
        actions: [{ action: 'add', text: 'Add', permissions: [addGroup] }],
      },
    ])
  })

  test('leave out account, admin, sessions, sites and whatever is about permissions', () => {
    const grouped = groupPermissions(named(...permissions)).flatMap(({ actions }) =>
      actions.flatMap((action) => action.permissions.map(({ name }) => name)),
    )
    const left = permissions.filter((name) => !grouped.includes(name))
    expect(left.toSorted()).toEqual(
      permissions
        .filter((name) => /^(account|admin|sessions|sites)\.|_permission$/.test(name))
        .toSorted(),
    )
    expect(new Set(grouped).size).toBe(grouped.length)
  })

  test('of nothing are none', () => {
    expect(groupPermissions([])).toEqual([])
    expect(groupPermissions(named('sites.view_site', 'auth.change_permission'))).toEqual([])
  })
})

describe('the words of a permission', () => {
  test.each([
    ['clinic.view_appointment', 'View appointments'],
    ['clinic.add_gpsurgery', 'Add GP surgeries'],
    ['clinic.edit_other_availability', 'Edit availability of others'],
    ['clinic.can_manage_duplicates', 'Manage duplicate patients'],
    ['clinic.user_admin', 'Administer user access'],
    ['clinic.override_appointment_duration', 'Override how long appointments take'],
    ['eforms.view_other_forms', 'View forms of others'],
  ] as const)('%s: %s', (name, text) => {
    expect(permissionLabels(name)).toBe(text)
  })

  test('are different for each that can be chosen, and have no gaps', () => {
    const offered = groupPermissions(named(...permissions)).flatMap(({ actions }) =>
      actions.flatMap((action) => action.permissions),
    )
    const words = offered.map(({ name }) => permissionLabels(name))
    expect(words.filter((text) => !/^[A-Z][a-z]+ \w[\w ]+$/.test(text))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
  })
})

test('a permission says that it downloads a list where, and only where, a download takes it', () => {
  const downloads = Object.values<Operation>(contract).filter(({ file }) => file !== undefined)
  const needed = new Set(downloads.map(({ andPermission }) => andPermission))
  const hinted = permissions.filter((name) => permissionHint(name) !== null)
  expect(hinted).toEqual(permissions.filter((name) => needed.has(name)))
  expect(permissionHint('clinic.user_admin')).toContain('users, appointments, reports')
})
