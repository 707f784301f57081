import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { findSiblings } from '#lib/forms/build/change-items.ts'
import { Button } from '../../ui/Button.tsx'
import { useBuilding } from './building.ts'

export function ItemActions({ item }: { item: FormItem }) {
  const { items, send, isConfirming } = useBuilding()
  const { id } = item
  const siblings = findSiblings(items, id)
  const at = siblings.findIndex((each) => each.id === id)
  const shared = { look: 'secondary', small: true } as const
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label="Order and copies">
      <Button
        {...shared}
        unavailable={isConfirming || at === 0}
        onClick={() => send({ type: 'item.moved', id, to: at - 1 })}
      >
        Move up
      </Button>
      <Button
        {...shared}
        unavailable={isConfirming || at === siblings.length - 1}
        onClick={() => send({ type: 'item.moved', id, to: at + 1 })}
      >
        Move down
      </Button>
      <Button
        {...shared}
        unavailable={isConfirming}
        onClick={() => send({ type: 'item.duplicated', id })}
      >
        Duplicate
      </Button>
      <Button
        {...shared}
        unavailable={isConfirming}
        onClick={() => send({ type: 'item.removed', id })}
      >
        Remove item
      </Button>
    </fieldset>
  )
}
