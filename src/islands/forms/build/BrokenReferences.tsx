import { useEffect, useRef } from 'react'
import { itemById, nameOfItem } from '#lib/forms/build/change-items.ts'
import type { BrokenReference } from '#lib/forms/build/references.ts'
import { Button } from '../../ui/Button.tsx'
import { useBuilding } from './building.ts'

type BrokenReferencesProps = {
  proposal: { words: 'remove' | 'move'; id: string; broken: readonly BrokenReference[] }
}

/** Asks before a change that leaves items without what they refer to. */
export function BrokenReferences({ proposal }: BrokenReferencesProps) {
  const { items, send } = useBuilding()
  const { words, id, broken } = proposal
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const item = itemById(items, id)
  const { title, result, button } = questions[words]
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="broken-references"
      className="banner banner-warning flex flex-col gap-3"
    >
      <h3 id="broken-references" className="font-semibold">
        {title}
      </h3>
      <p>
        If you {words} “{item ? nameOfItem(item) : ''}”, you will need to change:
      </p>
      <ul className="list-disc pl-5">
        {broken.map((reference) => (
          <li key={`${reference.item} ${reference.to}`}>
            “{reference.item}”, which depends on “{reference.to}”. {result}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => send({ type: 'change.dropped' })}>
          Leave it as it is
        </Button>
        <Button look="danger" onClick={() => send({ type: 'change.confirmed' })}>
          {button}
        </Button>
      </div>
    </section>
  )
}

const questions = {
  move: {
    title: 'This order does not work',
    result: 'That question would come later.',
    button: 'Move it',
  },
  remove: {
    title: 'Other items depend on this one',
    result: 'That question would be gone.',
    button: 'Remove it',
  },
} as const
