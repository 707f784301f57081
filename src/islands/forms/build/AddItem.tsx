import { useEffect, useRef, useState } from 'react'
import {
  findGroup,
  itemById,
  type NewItemKind,
  nameOfItem,
  newLayoutKinds,
  newQuestionKinds,
} from '#lib/forms/build/change-items.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFieldId, useBuilding } from './building.ts'

export function AddItem() {
  const { items, selected, send, isConfirming } = useBuilding()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('button')?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isAdded.current || selected === null) return
    isAdded.current = false
    document.getElementById(firstFieldId(selected))?.focus()
  }, [selected])
  const item = itemById(items, selected)
  const group = item?.type === 'group' ? item : selected !== null && findGroup(items, selected)
  const add = (kind: NewItemKind, into: string | null) => {
    isAdded.current = true
    setOpen(false)
    const after = into === null && group ? group.id : selected
    send({ type: 'item.added', kind, after, into })
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const shared = { onAdd: add }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          ref={opener}
          look="secondary"
          aria-expanded={isOpen}
          unavailable={isConfirming}
          onClick={() => setOpen(!isOpen)}
        >
          Add an item
        </Button>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its buttons closes it
        <div
          ref={menu}
          className="builder-menu"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            close()
          }}
        >
          {group && (
            <Kinds
              title={`Questions to repeat in “${nameOfItem(group)}”`}
              kinds={newQuestionKinds}
              into={group.id}
              {...shared}
            />
          )}
          <Kinds title="Questions" kinds={newQuestionKinds} into={null} {...shared} />
          <Kinds title="Text, pages and groups" kinds={newLayoutKinds} into={null} {...shared} />
        </div>
      )}
    </div>
  )
}

type KindsProps = {
  title: string
  kinds: typeof newQuestionKinds
  into: string | null
  onAdd: (kind: NewItemKind, into: string | null) => void
}

function Kinds({ title, kinds, into, onAdd }: KindsProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="builder-kinds">
        {kinds.map(({ kind, text }) => (
          <Button key={kind} look="quiet" onClick={() => onAdd(kind, into)}>
            {text}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
