import { useEffect, useRef } from 'react'
import { itemById } from '#lib/forms/build/change-items.ts'
import { nameOfItem } from '#lib/forms/build/item-presets.ts'
import { Button } from '../../ui/Button.tsx'
import { useBuilding } from './building.ts'

type BrokenReferencesProps = {
  proposal: { words: 'remove' | 'move'; id: string; broken: readonly string[] }
}

/** Asks before a change that leaves items without what they refer to. */
export function BrokenReferences({ proposal }: BrokenReferencesProps) {
  const { items, send } = useBuilding()
  const { words, id, broken } = proposal
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const item = itemById(items, id)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="broken-references"
      className="banner banner-warning flex flex-col gap-3"
    >
      <h3 id="broken-references" className="font-semibold">
        Other items refer to this one
      </h3>
      <p>
        If you {words} “{item ? nameOfItem(item) : ''}”, these need another condition:
      </p>
      <ul className="list-disc pl-5">
        {broken.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => send({ type: 'change.dropped' })}>
          Leave it as it is
        </Button>
        <Button look="danger" onClick={() => send({ type: 'change.confirmed' })}>
          {words === 'move' ? 'Move it' : 'Remove it'}
        </Button>
      </div>
    </section>
  )
}
