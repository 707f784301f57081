import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { ChosenValue } from '#islands/admin/resources/field-kinds.ts'
import { chosenPermission } from '#islands/people/permissions/chosen-permission.ts'
import { PermissionsField } from '#islands/people/permissions/PermissionsField.tsx'
import type { Permission } from '#lib/contract/permissions.ts'
import { refusal } from '../../fake-api.ts'
import { openPart } from '../../open-island.tsx'
import { stubMedia } from '../../stub-media.ts'

const KEY = ['GET admin/permissions/']
const names: readonly Permission[] = [
  ...(['clinic.view_room', 'clinic.view_site', 'clinic.view_staff'] as const),
  ...(['clinic.delete_room', 'eforms.view_eform', 'admin.view_logentry'] as const),
]
const listed = names.map((name, place) => ({ id: place + 1, url: `https://x/${place + 1}/`, name }))
const findChosen = (...some: Permission[]) =>
  listed.filter(({ name }) => some.includes(name)).map(chosenPermission)

type FormProps = {
  begin: readonly ChosenValue[]
  told: (chosen: ChosenValue[]) => void
}

function Form({ begin, told }: FormProps) {
  const [chosen, setChosen] = useState(begin)
  return (
    <PermissionsField
      id="permissions"
      label="Permissions"
      chosen={chosen}
      onChange={(next) => {
        told(next)
        setChosen(next)
      }}
    />
  )
}

async function open(begin: readonly ChosenValue[], { isNarrow = false } = {}) {
  stubMedia(isNarrow)
  let now = begin
  const told = (next: readonly ChosenValue[]) => {
    now = next
  }
  const stage = await openPart(<Form begin={begin} told={told} />)
  return { ...stage, ids: () => now.map(({ id }) => id) }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const sections = () =>
  [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
const status = () => screen.getByRole('status').textContent

test('without their list nothing can be ticked, and that is said', async () => {
  const { api } = await open([])
  expect(status()).toBe('Loading the permissions')
  await api.failed(KEY, refusal('not_allowed'))
  expect(screen.getByRole('alert').textContent).toContain('We could not load the permissions.')
})

test('they are chosen, found and counted, all by keyboard', async () => {
  const { api, user, ids } = await open(findChosen('clinic.view_site', 'admin.view_logentry'))
  await api.answered(KEY, () => ({ count: listed.length, results: listed }))
  expect(status()).toBe(
    '1 of 5 chosen. Also kept, because the system sets them: View the audit trail.',
  )
  expect(sections()).toEqual([
    'View: 1 of 3 permissions',
    'Delete: 0 of 1 permission',
    'View: 0 of 1 permission',
  ])
  expect(screen.queryByRole('checkbox', { name: /audit trail/ })).toBeNull()

  const all = box('Select all: Clinic: view')
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  all.focus()
  await user.keyboard(' ')
  expect(ids()).toEqual([1, 2, 3, 6])
  expect([all.checked, all.indeterminate]).toEqual([true, false])
  await user.keyboard(' ')
  expect(ids()).toEqual([6])

  // Chosen in another order, they are the same ones.
  box('View forms').focus()
  await user.keyboard(' ')
  box('View rooms').focus()
  await user.keyboard(' ')
  expect(ids()).toEqual([1, 5, 6])
  await user.type(screen.getByRole('searchbox', { name: 'Find a permission' }), 'room{Enter}')
  expect(sections()).toEqual(['View: 1 of 1 permission', 'Delete: 0 of 1 permission'])
  await user.click(box('Select all: Clinic: delete'))
  expect(ids()).toEqual([1, 4, 5, 6])
  await user.clear(screen.getByRole('searchbox'))
  await user.click(box('Show only chosen permissions'))
  expect(sections()).toEqual([
    'View: 1 of 1 permission',
    'Delete: 1 of 1 permission',
    'View: 1 of 1 permission',
  ])
  await user.type(screen.getByRole('searchbox'), 'sites')
  expect(screen.getByText('No permissions match.')).toBeTruthy()
})

test('a small screen begins with the headings, and opens what is looked for', async () => {
  const { api, user } = await open([], { isNarrow: true })
  await api.answered(KEY, () => ({ count: listed.length, results: listed }))
  const opened = () => [...document.querySelectorAll('details')].filter(({ open: is }) => is).length
  expect(opened()).toBe(0)
  await user.type(screen.getByRole('searchbox'), 'rooms')
  expect(opened()).toBe(2)
  expect(within(screen.getByRole('region', { name: 'Clinic' })).getAllByText(/rooms/)).toHaveLength(
    2,
  )
})
