import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EffectivePermissionsList } from '#islands/people/permissions/EffectivePermissions.tsx'
import type { EffectivePermissions as Effective } from '#lib/contract/effective-permissions.ts'
import { refusal } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { openPart } from '../../open-island.tsx'
import { stubMedia } from '../../stub-media.ts'

const KEY = ['GET admin/users/{id}/permissions/']
const reception = { kind: 'group', id: 3, name: 'Reception' } as const
const personal = { kind: 'personal' } as const
const given: Effective = {
  id: 1,
  is_active: true,
  works_here: true,
  results: [
    { name: 'clinic.view_room', sources: [personal, reception] },
    { name: 'clinic.view_site', sources: [reception] },
    { name: 'clinic.change_site', sources: [reception] },
    { name: 'admin.view_logentry', sources: [personal] },
  ],
}

beforeEach(() => void stubMedia(false))

async function open(answer?: Effective) {
  const stage = await openPart(<EffectivePermissionsList userId={41} />)
  if (answer) await stage.api.answered(KEY, () => answer)
  return stage
}

const lines = () => allTexts('listitem')

test('everything somebody may do is told with where it comes from, and can be narrowed', async () => {
  const { api, user } = await open()
  expect(screen.getByRole('status').textContent).toBe('Loading what this person may do')
  await api.failed(KEY, refusal('unavailable', { detail: 'The clinic is away.' }))
  expect(screen.getByRole('alert').textContent).toContain('The clinic is away.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await api.answered(KEY, () => given)

  expect(screen.getByText(/^4 permissions\./).textContent).toBe(
    '4 permissions. Given directly: 2, Group Reception: 3.',
  )
  const clinic = within(screen.getByRole('region', { name: 'Clinic' }))
  expect(clinic.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'View roomsGiven directlyGroup Reception',
    'View sitesGroup Reception',
    'Change sitesPeople can also download the list, if they can view it.Group Reception',
  ])
  // What no group can be given on a screen is not kept silent about.
  const others = within(screen.getByRole('region', { name: 'Set by the system' }))
  expect(others.getByRole('listitem').textContent).toBe('View the audit trailGiven directly')

  const search = screen.getByRole('searchbox', { name: 'Find a permission' })
  await user.type(search, 'SITES change')
  expect(lines()).toEqual([
    'Change sitesPeople can also download the list, if they can view it.Group Reception',
  ])
  expect(screen.getByRole('status').textContent).toBe('1 permission')
  await user.type(search, ' nothing')
  expect(screen.getByRole('status').textContent).toBe('No permissions match.')
  await user.clear(search)
  await user.selectOptions(screen.getByLabelText('Comes from'), 'Given directly')
  expect(lines()).toEqual([
    'View roomsGiven directlyGroup Reception',
    'View the audit trailGiven directly',
  ])
})

test('whoever may do nothing, and whom nothing of it helps, is told', async () => {
  await open({ id: 1, is_active: true, works_here: false, results: [] })
  expect(screen.getByText(/^They have no groups/)).toBeTruthy()
})

test.each([
  [{ is_active: false, works_here: true }, /account is closed/],
  [{ is_active: true, works_here: false }, /do not work here/],
])('%j', async (state, text) => {
  await open({ ...given, ...state })
  expect(screen.getByText(text)).toBeTruthy()
})
