import { useRef } from 'react'
import { Button } from '../Button.tsx'

type ChosenItemsProps = {
  items: readonly { id: number; label: string }[]
  'aria-label'?: string
  'aria-labelledby'?: string
  controlId: string
  onRemove: (id: number) => void
}

/** What was chosen, in its order, each with a way to take it away; the focus goes on to the next. */
export function ChosenItems({ items, controlId, onRemove, ...named }: ChosenItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const remove = (id: number) => {
    const place = items.findIndex((item) => item.id === id)
    onRemove(id)
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById(controlId)
    next?.focus()
  }
  return (
    <ul ref={list} {...named} className="flex max-w-xl flex-wrap gap-2">
      {items.map(({ id, label }) => (
        <li key={id} className="flex max-w-full items-center gap-2 rounded-md bg-tint pl-3">
          <span className="min-w-0 wrap-anywhere">{label}</span>
          <Button look="quiet" small onClick={() => remove(id)}>
            Remove <span className="visually-hidden">{label}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
