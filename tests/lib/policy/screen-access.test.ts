import { describe, expect, test } from 'vitest'
import type { Viewer } from '#lib/contract/identity.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { adminMenuFor, findScreenAccess, mayOpen, menuFor } from '#lib/policy/screen-access.ts'

const viewer = (given: { is_staff?: boolean; permissions?: Permission[] } = {}): Viewer => ({
  id: 1,
  uuid: '3f0e7a34-7c8f-4f0e-9f4e-0c6a4f2f7a11',
  full_name: 'Rosa Whitfield',
  permissions: [],
  is_staff: false,
  is_superuser: false,
  staff_id: null,
  expires_at: '2026-08-06T12:00:00Z',
  is_fresh: true,
  ...given,
})

describe('a screen', () => {
  test.each(['/', '/services', '/user', '/user/profiles', '/admin', '/admin/auditors', '/login'])(
    '%s that the table does not name is open to all',
    (path) => {
      expect(findScreenAccess(path)).toBeNull()
      expect(mayOpen(null, path)).toBe(true)
    },
  )

  test.each(['/user/profile', '/user/profile/', '/user/profile/sessions', '/user/appointments'])(
    '%s is for whoever is signed in',
    (path) => {
      expect(mayOpen(null, path)).toBe(false)
      expect(mayOpen(viewer(), path)).toBe(true)
    },
  )

  test('that names a permission is for staff who hold it', () => {
    const held: Permission[] = ['admin.view_logentry']
    expect(mayOpen(null, '/admin/audit')).toBe(false)
    expect(mayOpen(viewer(), '/admin/audit')).toBe(false)
    expect(mayOpen(viewer({ is_staff: true }), '/admin/audit')).toBe(false)
    expect(mayOpen(viewer({ permissions: held }), '/admin/audit')).toBe(false)
    expect(mayOpen(viewer({ is_staff: true, permissions: held }), '/admin/audit')).toBe(true)
  })
})

const adminScreens = [
  ...['groups', 'release-notes', 'duplicate-users', 'users', 'staff', 'sites', 'rooms'],
  ...['surgeries', 'competencies', 'staff-competencies', 'eforms', 'appointments'],
  ...['cancelled-appointments', 'appointment-types', 'appointment-type-tags'],
  ...['appointment-categories', 'appointment-outcomes', 'vaccine-product', 'advice-category'],
  ...['allergies', 'message-templates'],
]

describe.each(adminScreens.map((name) => `/admin/${name}`))('%s', (path) => {
  const opening = permissions.filter((permission) =>
    mayOpen(viewer({ is_staff: true, permissions: [permission] }), path),
  )
  const offered = (who: Viewer | null) => menuFor(who, 'admin').map(({ href }) => href)

  test('is opened by a permission to see it, and offered in the menu then', () => {
    expect(opening).toContain(findScreenAccess(path))
    expect(opening).toHaveLength(path === '/admin/duplicate-users' ? 2 : 1)
    for (const permission of opening) {
      expect(offered(viewer({ is_staff: true, permissions: [permission] }))).toContain(path)
    }
  })

  test('is closed to everybody else, whatever else they hold', () => {
    const others = permissions.filter((permission) => !opening.includes(permission))
    for (const who of [
      null,
      viewer({ is_staff: true, permissions: others }),
      viewer({ permissions: [...permissions] }),
    ]) {
      expect(mayOpen(who, path)).toBe(false)
      expect(offered(who)).not.toContain(path)
    }
  })
})

test('the catalogue names each permission once, as app.action_model', () => {
  expect(new Set(permissions).size).toBe(permissions.length)
  expect(permissions.length).toBe(23 * 4 + 21 + 4 * 4 + 1 + 7 * 4)
  for (const name of permissions) expect(name).toMatch(/^[a-z]+\.[a-z]+_[a-z_]+$/)
})

describe('a menu', () => {
  const auditor = viewer({ is_staff: true, permissions: ['admin.view_logentry'] })

  test('offers what somebody may open, and nothing else', () => {
    const hrefs = (who: Viewer | null) => menuFor(who, 'clinic').map(({ href }) => href)
    expect(hrefs(null)).toEqual([])
    expect(hrefs(viewer())).toEqual([])
    expect(hrefs(auditor)).toEqual(['/admin/audit'])
  })

  test('keeps apart what is one’s own and what one works with', () => {
    expect(menuFor(auditor, 'account')).toContainEqual({
      href: '/user/profile',
      text: 'Your details',
    })
    expect(menuFor(auditor, 'account')).not.toContainEqual(
      expect.objectContaining({ href: '/admin/audit' }),
    )
  })

  test('has the administration area under headings, each screen once, with what one may open', () => {
    const all = viewer({ is_staff: true, permissions: [...permissions] })
    const links = adminMenuFor(all).flatMap((section) => section.links)
    const byPath = ({ href }: { href: string }, other: { href: string }) =>
      href.localeCompare(other.href)
    expect(links.toSorted(byPath)).toEqual(menuFor(all, 'admin').toSorted(byPath))
    // A screen of its own kind without a place would be hidden among the last.
    expect(adminMenuFor(all).at(-1)).toEqual({
      heading: 'More',
      links: [{ href: '/admin/release-notes', text: 'Release notes' }],
    })
    const some = viewer({ is_staff: true, permissions: ['clinic.view_room', 'clinic.view_site'] })
    expect(adminMenuFor(some)).toEqual([
      {
        heading: 'Places',
        links: [
          { href: '/admin/sites', text: 'Sites' },
          { href: '/admin/rooms', text: 'Rooms' },
        ],
      },
    ])
    expect(adminMenuFor(null)).toEqual([])
  })
})
