import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import { requestMachine } from '../request.ts'

/** It is last under its parent, or before another one there; null is the top. */
export type CategoryPlace = { parent: number | null; before: number | null }

export type CategoryMove = { category: AppointmentCategory; to: CategoryPlace }

type MoveCategoryResult = { kind: 'moved' } | { kind: 'refused'; reason: string }

export const categoryMovingMachine = requestMachine<CategoryMove, MoveCategoryResult>(
  'categoryMoving',
  { answers: { moved: 'open', refused: 'open' }, resetIn: ['refused', 'unanswered'] },
)
