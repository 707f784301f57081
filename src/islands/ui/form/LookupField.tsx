import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { controlProps, Field, type FieldTexts } from './Field.tsx'
import './lookup.css'

const PAUSE_MS = 250

type Lookup<T> =
  | { state: 'idle' | 'searching' | 'failed'; items: readonly [] }
  | { state: 'found'; items: readonly T[] }

const idle = { state: 'idle', items: [] } as const

function useLookup<T>(
  text: string,
  shortest: number,
  find: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): Lookup<T> {
  const [lookup, setLookup] = useState<Lookup<T>>(idle)
  const latestFind = useRef(find)
  useEffect(() => {
    latestFind.current = find
  })
  useEffect(() => {
    if (text.length < shortest) {
      setLookup(idle)
      return
    }
    const leave = new AbortController()
    const timer = setTimeout(async () => {
      setLookup({ state: 'searching', items: [] })
      const answer = await latestFind
        .current(text, leave.signal)
        .then((items): Lookup<T> => ({ state: 'found', items }))
        .catch((): Lookup<T> => ({ state: 'failed', items: [] }))
      if (!leave.signal.aborted) setLookup(answer)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [text, shortest])
  return lookup
}

type LookupFieldProps<T> = FieldTexts & {
  placeholder?: string | undefined
  /** Rejects when the look-up cannot be made. */
  find: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  keyOf: (item: T) => string | number
  labelOf: (item: T) => string
  onChoose: (item: T) => void
  onText?: (text: string) => void
  onFailed?: () => void
  shortest?: number
  one: string
  many: string
  failedText: string
  leftText?: string
}

const LEFT_OUT = 'You have not chosen from the list, so we will leave this out.'

/** It is an ARIA combobox with a list. Nothing has to be chosen. */
export function LookupField<T>(props: LookupFieldProps<T>) {
  const { id, find, keyOf, labelOf, onChoose, onFailed, shortest = 3, leftText = LEFT_OUT } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [isKept, setLeft] = useState(false)
  const lookup = useLookup(text.trim(), shortest, find)
  const items = isOpen ? lookup.items : []
  const listId = `${id}-options`
  const optionId = (index: number) => `${id}-option-${index}`

  useEffect(() => {
    setActive(-1)
    if (lookup.state === 'failed') onFailed?.()
  }, [lookup, onFailed])
  const isListed = items.length > 0
  useEffect(() => {
    if (isListed) document.getElementById(listId)?.scrollIntoView?.({ block: 'nearest' })
  }, [isListed, listId])
  useEffect(() => {
    if (active >= 0)
      document.getElementById(`${id}-option-${active}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [active, id])

  const choose = (item: T | undefined) => {
    if (!item) return
    setText('')
    setOpen(false)
    onChoose(item)
  }
  const keyPressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && items.length > 0) {
      // Closes the list, not the dialog around it.
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Enter') {
      // Enter chooses; it never sends the form from here.
      event.preventDefault()
      choose(items[active])
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setActive(stepped(active, event.key === 'ArrowDown' ? 1 : -1, items.length))
    }
  }

  return (
    <Field {...props}>
      <div className="relative">
        <input
          {...controlProps(props)}
          type="text"
          role="combobox"
          autoComplete="off"
          placeholder={props.placeholder}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            props.onText?.(event.target.value)
            setOpen(true)
          }}
          onKeyDown={keyPressed}
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setOpen(false)
            setLeft(true)
          }}
          onClick={() => setOpen(true)}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={props.label}
          hidden={items.length === 0}
          className="lookup-options"
        >
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
            <div
              key={keyOf(item)}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="lookup-option"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              {labelOf(item)}
            </div>
          ))}
        </div>
      </div>
      <p role="status" className={items.length > 0 ? 'visually-hidden' : 'hint empty:-mt-1'}>
        {isKept && text.trim() !== '' && lookup.state !== 'failed'
          ? leftText
          : text.trim().length >= shortest && statusText(lookup, props)}
      </p>
    </Field>
  )
}

/** It steps down (1) or up (-1); -1 stands for the text itself, between last and first. */
function stepped(active: number, by: 1 | -1, count: number): number {
  const places = count + 1
  return ((active + 1 + by + places) % places) - 1
}

function statusText(
  lookup: Lookup<unknown>,
  texts: { one: string; many: string; failedText: string },
): string {
  switch (lookup.state) {
    case 'idle':
      return ''
    case 'searching':
      return `Looking for ${texts.many}…`
    case 'failed':
      return texts.failedText
    case 'found':
      if (lookup.items.length === 0) return `No ${texts.many} found`
      return lookup.items.length === 1
        ? `1 ${texts.one} found`
        : `${lookup.items.length} ${texts.many} found`
  }
}
