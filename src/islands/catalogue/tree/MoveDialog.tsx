import { useState } from 'react'
import {
  type AppointmentCategory,
  appointmentCategories,
} from '#lib/contract/admin/appointment-categories.ts'
import type { CategoryPlace } from '#machines/catalogue/category-moving.machine.ts'
import type { ChosenValue } from '../../admin/resources/field-kinds.ts'
import { ReferenceField } from '../../admin/resources/ReferenceField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'

type MoveDialogProps = {
  category: AppointmentCategory
  pending: boolean
  reason: string
  onMove: (to: CategoryPlace) => void
  onClose: () => void
}

const FROM = { from: appointmentCategories.path, label: 'path' }
const FIELD = 'move-parent'
const IS_THERE = 'It is already there. Choose another category, or none for the top level.'

export function MoveDialog({ category, pending, reason, onMove, onClose }: MoveDialogProps) {
  const { name, parent, parent_path } = category
  const [chosen, setChosen] = useState<ChosenValue | null>(
    parent === null ? null : { id: parent, label: parent_path ?? '' },
  )
  const [problem, setProblem] = useState('')
  const error = problem || (pending ? '' : reason)
  return (
    <Dialog open wide busy={pending} title={`Move ${name}`} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (pending) return
          const to = chosen?.id ?? null
          setProblem(to === parent ? IS_THERE : '')
          if (to !== parent) onMove({ parent: to, before: null })
          else document.getElementById(FIELD)?.focus()
        }}
      >
        <p>Everything below it moves with it. It goes last in the new place.</p>
        <ReferenceField
          id={FIELD}
          label="Under"
          optional
          hint="Leave blank for the top level."
          error={error || undefined}
          reference={FROM}
          chosen={chosen}
          isFixed={false}
          onChange={(now) => {
            setChosen(now)
            setProblem('')
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending} pendingLabel="Moving">
            Move
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
