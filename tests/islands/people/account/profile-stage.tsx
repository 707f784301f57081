import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { vi } from 'vitest'
import { ProfileApp } from '#islands/people/account/ProfileApp.tsx'
import type { SignedInSession } from '#lib/contract/identity.ts'
import type { OwnUser } from '#lib/contract/users.ts'
import { fakeApi } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { settings } from '../../public-settings.ts'
import { settled } from '../../settled.ts'

export const SAVE = ['PUT private/users/{id}/']
export const RELOAD = ['GET private/user-auth/user_details/']

export const rosa: OwnUser = {
  id: 7,
  uuid: '6f1f4a0e-7a44-4d0e-9f0f-0d5a3c1f2b11',
  url: 'https://clinic.example/api/private/users/7/',
  username: 'rosa',
  title: 'Ms',
  first_name: 'Rosa',
  last_name: 'Whitfield',
  full_name: 'Rosa Whitfield',
  email: 'rosa@example.test',
  mobile: '07700 900 982',
  landline: '',
  address1: '1 Harbour Street',
  address2: '',
  city: 'Saltmere',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ1 1AA',
  dob: '1984-03-27',
  gender: 2,
  nhs_number: '9434765919',
  gp_surgery_id: 5,
  gp_surgery: { id: 5, name: 'Quay Practice' },
  reminders: 'email',
  identity_is_fixed: false,
  allergies: [{ id: 3, url: 'https://clinic.example/api/private/allergies/3/', name: 'Latex' }],
  is_active: true,
  is_deceased: false,
  is_portal_user: true,
  is_staff: false,
  is_superuser: false,
  groups: [],
  selected_groups: [],
  user_permissions: [],
  permissions: [],
  staff: null,
  last_login: '2026-08-04T08:30:00Z',
  date_joined: '2025-01-02T09:00:00Z',
  created: '2025-01-02T09:00:00Z',
  modified: '2026-08-01T09:00:00Z',
}

const session = (id: number, more: Partial<SignedInSession> = {}): SignedInSession => ({
  id,
  is_current: false,
  browser: 'Firefox on Windows',
  source: '192.0.2.7',
  created: '2026-08-01T09:00:00Z',
  last_seen: '2026-08-03T09:00:00Z',
  expires_at: '2026-08-10T09:00:00Z',
  ...more,
})
export const here = session(1, { is_current: true, browser: 'Chrome on Android' })
export const there = session(2)
export const elsewhere = session(3, { browser: '', source: '' })

type Given = {
  user?: Partial<OwnUser>
  sendsEmail?: boolean
  sessions?: SignedInSession[]
  isRendered?: boolean
  change?: string
}

/** The real island in front of an API that waits. */
export async function openProfile(given: Given = {}) {
  const { user, sendsEmail = false, sessions = [here], isRendered, change = null } = given
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  const api = fakeApi()
  const island = (
    <ProfileApp
      user={{ ...rosa, ...user }}
      sessions={sessions}
      settings={{ ...settings, sendsEmail }}
      change={change}
      api={api.client}
    />
  )
  const container = document.body.appendChild(document.createElement('div'))
  if (isRendered) container.innerHTML = renderToString(island)
  render(island, { container, hydrate: isRendered ?? false })
  await settled()
  const typist = userEvent.setup({ delay: null })
  return {
    api,
    user: typist,
    async press(name: string | RegExp) {
      await typist.click(screen.getByRole('button', { name }))
      await settled()
    },
    /** Opens the form at the question of a row. */
    async change(what: string) {
      await typist.click(screen.getByRole('link', { name: `Change ${what}` }))
      await settled()
    },
    /** As if typed at once. */
    async enter(label: string, value: string) {
      fireEvent.change(field(label), { target: { value } })
      await settled()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openProfile>>

export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
export const heading = () => screen.getByRole('heading', { level: 1 })
export const buttons = () => allTexts('button')

/** Whether the browser would ask before leaving the page. */
export function wouldWarn(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
