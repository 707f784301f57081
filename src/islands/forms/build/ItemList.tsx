import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { findSiblings, formatItemKind, nameOfItem } from '#lib/forms/build/change-items.ts'
import { DragHandle } from '../../ui/DragHandle.tsx'
import { firstFieldId, listEntryId, useBuilding } from './building.ts'

export function ItemList() {
  const { items } = useBuilding()
  if (items.length === 0) return <p className="hint">There is nothing in this form yet.</p>
  return <Entries items={items} prefix="" />
}

function Entries({ items, prefix }: { items: readonly FormItem[]; prefix: string }) {
  return (
    <ol className="builder-list">
      {items.map((item, place) => (
        <li key={item.id} data-item={item.id}>
          <Entry item={item} place={place} number={`${prefix}${place + 1}`} />
          {item.type === 'group' && item.items.length > 0 && (
            <Entries items={item.items} prefix={`${place + 1}.`} />
          )}
        </li>
      ))}
    </ol>
  )
}

type EntryProps = { item: FormItem; place: number; number: string }

function Entry({ item, place, number }: EntryProps) {
  const { selected, problems, send, isConfirming } = useBuilding()
  const isSelected = selected === item.id
  const problem = problems.find(({ id }) => id === item.id)
  const button = useRef<HTMLButtonElement>(null)
  const isMoved = useRef(false)
  // React may take the entry out and put it back where it moved, which drops the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place is news
  useEffect(() => {
    if (isMoved.current) button.current?.focus()
    isMoved.current = false
  }, [place])
  const select = () => {
    send({ type: 'item.selected', id: item.id })
    setTimeout(() => document.getElementById(firstFieldId(item.id))?.focus())
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    isMoved.current = true
    send({ type: 'item.moved', id: item.id, to: place + step })
  }
  return (
    <div className={isSelected ? 'builder-entry builder-entry-selected' : 'builder-entry'}>
      <ItemDragHandle item={item} />
      <button
        ref={button}
        type="button"
        id={listEntryId(item.id)}
        className="builder-entry-button"
        aria-current={isSelected || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        aria-disabled={isConfirming || undefined}
        onClick={select}
        onKeyDown={move}
      >
        <span className="builder-entry-number">{number}.</span>
        <span>
          <span className="builder-entry-name">{nameOfItem(item)}</span>
          <span className="builder-entry-kind">
            {formatItemKind(item)}
            {item.show_when && ', shown sometimes'}
            {'alerts' in item && item.alerts && item.alerts.length > 0 && ', with an alert'}
          </span>
          {problem && (
            <span className="builder-entry-problem">Needs attention: {problem.message}</span>
          )}
        </span>
      </button>
    </div>
  )
}

/** Puts an item elsewhere in its list. */
function ItemDragHandle({ item }: { item: FormItem }) {
  const { items, send, isConfirming } = useBuilding()
  return (
    <DragHandle
      className="builder-handle"
      frame=".dialog-frame"
      isLocked={isConfirming}
      targetAt={(x, y) => targetAt(findSiblings(items, item.id), item, x, y)}
      onDropped={({ to }) => send({ type: 'item.moved', id: item.id, to })}
      mark={({ left, top, width }) => (
        <div aria-hidden="true" className="builder-drop-mark" style={{ left, top, width }} />
      )}
    />
  )
}

function targetAt(siblings: readonly FormItem[], moved: FormItem, x: number, y: number) {
  const rows = document.elementsFromPoint(x, y).flatMap((element) => {
    const row = element.closest<HTMLElement>('[data-item]')
    const over = siblings.findIndex(({ id }) => id === row?.dataset['item'])
    return row && over >= 0 ? [{ row, over }] : []
  })
  const [first] = rows
  if (!first) return null
  const from = siblings.findIndex(({ id }) => id === moved.id)
  const { left, top, width, height } = first.row.getBoundingClientRect()
  const isAfter = y > top + height / 2
  const gap = first.over + (isAfter ? 1 : 0)
  const to = gap > from ? gap - 1 : gap
  return { to, left, width, top: isAfter ? top + height : top }
}
