import { createContext, use } from 'react'
import type { EventFromLogic } from 'xstate'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { ItemProblem } from '#lib/forms/build/item-problems.ts'
import type { formBuildingMachine } from '#machines/forms/build/form-building.machine.ts'

type Building = {
  items: readonly FormItem[]
  stored: readonly FormItem[]
  selected: string | null
  problems: readonly ItemProblem[]
  isConfirming: boolean
  send: (event: EventFromLogic<typeof formBuildingMachine>) => void
}

export const BuildingContext = createContext<Building | null>(null)

export function useBuilding(): Building {
  const building = use(BuildingContext)
  if (!building) throw new Error('There is no form builder around this')
  return building
}

/** The field that names the item takes the focus when the item is added. */
export const firstFieldId = (id: string) => `item-${id}-label`
export const listEntryId = (id: string) => `item-${id}-entry`

export type PutProperty = (property: string, value: unknown, field?: string) => void

export type ItemFieldsProps = { item: FormItem; put: PutProperty }
