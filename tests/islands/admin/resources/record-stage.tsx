import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { AdminArea } from '#islands/admin/resources/AdminArea.tsx'
import { type AdminScreen, requestedRights } from '#islands/admin/resources/admin-screen.ts'
import { RecordDialog } from '#islands/admin/resources/RecordDialog.tsx'
import { competencyScreen } from '#islands/admin/resources/screens.ts'
import { competencies } from '#lib/contract/admin/competencies.ts'
import { fakeApi } from '../../fake-api.ts'
import { pressing } from '../../hands.ts'
import { InIsland } from '../../InIsland.tsx'
import { settings } from '../../public-settings.ts'
import { settled } from '../../settled.ts'
import { WithQueries } from '../../WithQueries.tsx'

/** A screen of one field whose changes can orphan appointments: every way through is in it. */
const screenOfOne: AdminScreen = {
  of: { ...competencies, canOrphan: true } as AdminScreen['of'],
  lead: 'What a clinician must hold.',
  columns: [{ field: 'name', width: 20 }],
  sections: [{ fields: [{ field: 'name', kind: 'text' }] }],
  filters: [],
}

const allRights = { add: true, change: true, delete: true, export: true }
const listRights = { add: false, change: false, delete: false, export: true }

const typist = () => {
  const user = userEvent.setup({ delay: null })
  return {
    user,
    press: pressing(user),
    async type(label: string | RegExp, text: string) {
      const field = screen.getByLabelText(label)
      await user.clear(field)
      if (text) await user.paste(text)
      await settled()
    },
  }
}

/** The real dialog in front of an API that waits. */
export async function openRecord(id: number | null, shown = screenOfOne) {
  const api = fakeApi()
  const told = { onClose: vi.fn(), onSaved: vi.fn(), onDeleted: vi.fn(), onGone: vi.fn() }
  render(
    <InIsland api={api.client}>
      <RecordDialog settings={settings} screen={shown} rights={allRights} id={id} {...told} />
    </InIsland>,
  )
  await settled()
  return { api, ...told, ...typist() }
}

export type Stage = Awaited<ReturnType<typeof openRecord>>

/** A whole screen, by default that of competencies, whose list has been answered. */
export async function openScreen(
  rows: readonly object[],
  search = '',
  shown = competencyScreen,
  holds: ReturnType<typeof requestedRights> = requestedRights(shown),
) {
  const { screen: name, path } = shown.of
  history.replaceState(null, '', `/admin/${name}${search}`)
  const api = fakeApi()
  render(
    <WithQueries>
      <AdminArea
        settings={settings}
        name={name}
        rights={{ ...(shown.of.readOnly ? listRights : allRights), holds }}
        search={search}
        api={api.client}
      />
    </WithQueries>,
  )
  await settled()
  const LIST = [`GET admin/${path}/`]
  const answerList = async (given = rows) => {
    await api.answered(LIST, () => ({ count: given.length, results: given }))
  }
  await answerList()
  return { api, LIST, answerList, ...typist() }
}

export const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
export const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
