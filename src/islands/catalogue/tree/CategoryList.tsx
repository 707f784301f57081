import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Page } from '#lib/api/page.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { AroundListProps } from '../../admin/resources/admin-screen.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { categoryMovingWithActors } from './category-moving.actors.ts'
import { placeInWords } from './category-places.ts'
import { MovingContext, TreeContext } from './moving-categories.ts'

const MoveDialog = lazy(async () => ({
  default: (await import('./MoveDialog.tsx')).MoveDialog,
}))

export function CategoryList({ api, rights, page, isUsual, reload, children }: AroundListProps) {
  const tree = isUsual ? treeOf(page) : null
  const tellMoved = (moved: AppointmentCategory, now: Page<AdminRecord> | undefined) =>
    notify(`${moved.name} has been moved: ${placeInWords((isUsual && treeOf(now)) || [], moved)}.`)
  const deps = useRef({ api, reload, tellMoved })
  useEffect(() => {
    deps.current = { api, reload, tellMoved }
  })
  const [machine] = useState(() => categoryMovingWithActors(() => deps.current))
  const [snapshot, send] = useMachine(machine)
  const { choosingFor, reason } = snapshot.context
  const isMoving = snapshot.matches('moving')
  return (
    <TreeContext value={tree !== null}>
      <MovingContext
        value={
          rights.change
            ? {
                tree,
                isMoving,
                onMove: (move) => send({ type: 'move.requested', move }),
                onAsk: (category) => send({ type: 'parentChoice.opened', category }),
              }
            : null
        }
      >
        {snapshot.matches('refused') && (
          <div role="alert" className="banner banner-warning flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1 basis-64">{reason}</p>
            <Button look="secondary" small onClick={() => send({ type: 'refusal.read' })}>
              Close
            </Button>
          </div>
        )}
        {children}
      </MovingContext>
      {choosingFor && (
        <Suspense>
          <MoveDialog
            api={api}
            category={choosingFor}
            pending={isMoving}
            reason={reason}
            onMove={(to) => {
              // As it is now: what was refused may have been read again.
              const category = rowsOf(page).find(({ id }) => id === choosingFor.id) ?? choosingFor
              send({ type: 'move.requested', move: { category, to } })
            }}
            onClose={() => send({ type: 'choosing.left' })}
          />
        </Suspense>
      )}
    </TreeContext>
  )
}

const rowsOf = (page: Page<AdminRecord> | undefined) =>
  (page?.results ?? []) as unknown as AppointmentCategory[]

const treeOf = (page: Page<AdminRecord> | undefined) =>
  page && page.count === page.results.length ? rowsOf(page) : null
