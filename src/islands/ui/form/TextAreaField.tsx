import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { tooLong } from '#lib/contract/text-length.ts'
import { controlProps, Field, type FieldTexts } from './Field.tsx'

/** Does not count white space at the ends. */
const trimmedLength = (text: string): number => text.trim().length

type TextAreaFieldProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, keyof FieldTexts | 'className' | 'maxLength'> & {
    /** In characters. More can be typed, so that a pasted text is not cut off unnoticed. */
    limit: number | undefined
    code?: boolean
  }

export function TextAreaField(props: TextAreaFieldProps) {
  const { id, label, hint, optional, code, limit, ...area } = props
  const { length, onChange } = useLength(props)
  const isTooLong = limit !== undefined && length > limit
  const error = props.error ?? (isTooLong ? tooLong(limit) : undefined)
  const texts = { id, label, hint, error, optional: optional ?? false }
  const control = controlProps(texts)
  const count = limit === undefined ? undefined : `${id}-count`
  const describedBy = [control['aria-describedby'], count].filter(Boolean).join(' ')
  const attributes = {
    ...area,
    ...control,
    onChange,
    'aria-describedby': describedBy || undefined,
    'data-too-long': isTooLong || undefined,
  }
  return (
    <Field {...texts}>
      {code ? (
        <textarea
          {...{ rows: 16, wrap: 'off', spellCheck: false, autoCapitalize: 'off' }}
          {...attributes}
          className={`${control.className} font-mono`}
        />
      ) : (
        <textarea rows={4} {...attributes} />
      )}
      {limit !== undefined && <Count id={`${id}-count`} length={length} limit={limit} />}
    </Field>
  )
}

function useLength({ id, value, onChange }: TextAreaFieldProps) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const area = document.getElementById(id)
    if (area instanceof HTMLTextAreaElement) setTyped(area.value)
  }, [id])
  return {
    length: trimmedLength(typeof value === 'string' ? value : typed),
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
      setTyped(event.target.value)
      void onChange?.(event)
    },
  }
}

const PAUSE_MS = 1_000

function Count({ id, length, limit }: { id: string; length: number; limit: number }) {
  const spoken = useRef<HTMLSpanElement>(null)
  const before = useRef(length)
  const text = formatLength(length, limit)
  useEffect(() => {
    if (before.current === length) return
    before.current = length
    const timer = setTimeout(() => {
      if (spoken.current) spoken.current.textContent = text
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [length, text])
  return (
    <>
      <p id={id} className={length > limit ? 'field-error' : 'hint'}>
        {text}
      </p>
      <span ref={spoken} role="status" className="visually-hidden" />
    </>
  )
}

function formatLength(length: number, limit: number): string {
  if (length === 0) return `You can enter up to ${characters(limit)}`
  if (length > limit) return `You have ${characters(length - limit)} too many`
  return `You have ${characters(limit - length)} remaining`
}

const characters = (count: number) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'character' : 'characters'}`
