import { useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import {
  type CategoryMove,
  categoryMovingMachine,
} from '#machines/catalogue/category-moving.machine.ts'
import type { RequestResult } from '#machines/request.ts'
import type { AroundListProps } from '../../admin/resources/admin-screen.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { lateComponent } from '../../ui/late-component.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { formatCategoryPlace, MovingContext, TreeContext } from './CategoryCells.tsx'

const MoveDialog = lateComponent(async () => (await import('./MoveDialog.tsx')).MoveDialog)

export function CategoryList({ rights, page, isUsual, reload, children }: AroundListProps) {
  const api = useApi()
  const tree = isUsual ? toTree(page) : null
  const notifyMoved = (moved: AppointmentCategory, now: Page<AdminRecord> | undefined) =>
    notify(
      `${moved.name} has been moved: ${formatCategoryPlace((isUsual && toTree(now)) || [], moved)}.`,
    )
  const [choosingFor, setChoosingFor] = useState<AppointmentCategory | null>(null)
  const { sending, answer, submit, reset } = useRequest(categoryMovingMachine, async (move) => {
    const result = await sendCategoryMove({ api, reload, notifyMoved: notifyMoved }, move)
    if (result.kind === 'moved') setChoosingFor(null)
    return result
  })
  const isMoving = sending !== null
  const reason = answer && reasonIn(answer)
  return (
    <TreeContext value={tree !== null}>
      <MovingContext
        value={
          rights.change
            ? {
                tree,
                isMoving,
                onMove: submit,
                onAsk: (category) => {
                  reset()
                  setChoosingFor(category)
                },
              }
            : null
        }
      >
        {reason && !choosingFor && (
          <div role="alert" className="banner banner-warn flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-64">{reason}</p>
            <Button look="secondary" small onClick={reset}>
              Close
            </Button>
          </div>
        )}
        {children}
      </MovingContext>
      {choosingFor && (
        <MoveDialog
          category={choosingFor}
          pending={isMoving}
          reason={reason ?? ''}
          onMove={(to) => {
            const category = toRows(page).find(({ id }) => id === choosingFor.id) ?? choosingFor
            submit({ category, to })
          }}
          onClose={() => {
            reset()
            setChoosingFor(null)
          }}
        />
      )}
    </TreeContext>
  )
}

const NO_ANSWER =
  'We did not get an answer, so we do not know if it was moved. Check the list before you try again.'

function reasonIn(
  answer: RequestResult<typeof categoryMovingMachine> | { kind: 'unanswered' },
): string | null {
  if (answer.kind === 'unanswered') return NO_ANSWER
  return answer.kind === 'refused' ? answer.reason : null
}

const toRows = (page: Page<AdminRecord> | undefined) =>
  (page?.results ?? []) as unknown as AppointmentCategory[]

const toTree = (page: Page<AdminRecord> | undefined) =>
  page && page.count === page.results.length ? toRows(page) : null

type Deps = {
  api: ApiClient
  /** Reads the list again: a move changes the numbers of others, too. */
  reload: () => Promise<Page<AdminRecord> | undefined>
  notifyMoved: (moved: AppointmentCategory, page: Page<AdminRecord> | undefined) => void
}

async function sendCategoryMove(
  { api, reload, notifyMoved }: Deps,
  { category: { id, version }, to }: CategoryMove,
): Promise<RequestResult<typeof categoryMovingMachine>> {
  try {
    const moved = await api.call('POST admin/appointmentcategories/{id}/move/', {
      params: { id },
      body: { version, ...to },
    })
    notifyMoved(moved, await reload())
    return { kind: 'moved' }
  } catch (error) {
    await reload()
    const reason = describeReason(error)
    if (reason === null) throw error
    return { kind: 'refused', reason: `Not moved. ${reason}` }
  }
}

/** Explains why it was not moved; null for what nobody expected. */
function describeReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.isUnsent) return error.detail
  switch (error.code) {
    case 'invalid':
      return Object.values(error.fields).flat().join('. ')
    case 'not_allowed':
      return 'You do not have permission to move categories.'
    case 'not_signed_in':
      return 'You are signed out. Sign in again, then move it.'
    case 'stale':
    case 'not_found':
      return `${error.detail} The list is up to date now.`
  }
  return null
}
