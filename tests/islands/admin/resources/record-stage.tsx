import { vi } from 'vitest'
import { AdminArea } from '#islands/admin/resources/AdminArea.tsx'
import { type AdminScreen, requestedRights } from '#islands/admin/resources/admin-screen.ts'
import { RecordDialog } from '#islands/admin/resources/RecordDialog.tsx'
import { competencyScreen } from '#islands/admin/resources/screens.ts'
import { competencies } from '#lib/contract/admin/competencies.ts'
import { allTexts } from '../../hands.ts'
import { openIsland, openPart } from '../../open-island.tsx'
import { settings } from '../../public-settings.ts'
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

/** The real dialog in front of an API that waits. */
export async function openRecord(id: number | null, shown = screenOfOne) {
  const callbacks = { onClose: vi.fn(), onSaved: vi.fn(), onDeleted: vi.fn(), onGone: vi.fn() }
  const stage = await openPart(
    <RecordDialog settings={settings} screen={shown} rights={allRights} id={id} {...callbacks} />,
  )
  return { ...stage, ...callbacks }
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
  const rights = { ...(shown.of.readOnly ? listRights : allRights), holds }
  const stage = await openIsland((api) => (
    <WithQueries>
      <AdminArea {...{ settings, name, rights, search, api }} />
    </WithQueries>
  ))
  const LIST = [`GET admin/${path}/`]
  const answerList = async (given = rows) => {
    await stage.api.answered(LIST, () => ({ count: given.length, results: given }))
  }
  await answerList()
  return { ...stage, LIST, answerList }
}

export const buttons = () => allTexts('button')
export const alerts = () => allTexts('alert')
