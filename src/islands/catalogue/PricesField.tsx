import { type ComponentProps, useState } from 'react'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import type { ServicePrice } from '#lib/contract/fields.ts'
import type { RecordDraft, WrittenRecord } from '../admin/resources/record-draft.ts'
import { Button } from '../ui/Button.tsx'
import { FieldError, FieldHint } from '../ui/form/Field.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import type { useQuestionForm } from '../ui/form/use-question-form.ts'
import { useNextFocus } from '../ui/use-next-focus.ts'

type PricesFieldProps = {
  name: string
  label: string
  hint: string | undefined
  optional: boolean
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
  /** Checks the prices as they would be sent, to say at which of them something is wrong. */
  check: (entered: string) => z.ZodSafeParseResult<unknown>
}

const NO_PRICE: ServicePrice = { label: '', amount: '', for_whom: '' }

/** The form holds the prices as JSON, as they are typed. */
export function PricesField({ name, label, hint, optional, state, check }: PricesFieldProps) {
  const { field } = useController({ name, control: state.form.control })
  const { id, error } = state.texts(name)
  const [said, setSaid] = useState('')
  const focusNext = useNextFocus()
  const prices: ServicePrice[] = JSON.parse(String(field.value))
  const change = (to: readonly ServicePrice[], what = '') => {
    field.onChange(JSON.stringify(to))
    setSaid(what)
  }
  const issues = error === undefined ? [] : (check(String(field.value)).error?.issues ?? [])
  const [firstWrong] = issues.filter(({ path }) => path.length === 2)
  const idAt = (at: number, part: string) =>
    // The summary of what is wrong links to the field itself.
    firstWrong?.path.join() === `${at},${part}` ? id : `${id}-${at}-${part}`
  const move = (at: number, to: number) => {
    const step = to < at ? 'up' : 'down'
    focusNext(`${id}-${to}-${step}`)
    const [moved = NO_PRICE] = prices.slice(at, at + 1)
    change(
      prices.toSpliced(at, 1).toSpliced(to, 0, moved),
      `${moved.label || 'Price'} is now ${to + 1} of ${prices.length}`,
    )
  }
  const remove = (at: number) => {
    const next = Math.min(at, prices.length - 2)
    focusNext(...(next < 0 ? [`${id}-add`] : [`${id}-${next}-label`, id]))
    change(prices.toSpliced(at, 1), `${prices[at]?.label || 'Price'} removed`)
  }
  const add = () => {
    focusNext(`${id}-${prices.length}-label`, id)
    change([...prices, NO_PRICE])
  }
  return (
    <fieldset
      {...(!firstWrong && { id, tabIndex: -1 })}
      className={error && !firstWrong ? 'field field-invalid gap-4' : 'field gap-4'}
      aria-describedby={
        [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
      }
    >
      <legend className="label">{optional ? `${label} (optional)` : label}</legend>
      <FieldHint id={id} hint={hint} />
      {!firstWrong && <FieldError id={id} error={error} />}
      {prices.map((price, at) => {
        const part = (key: keyof ServicePrice) => ({
          id: idAt(at, key),
          value: price[key],
          error: issues.find(({ path }) => path.join() === `${at},${key}`)?.message,
          autoComplete: 'off',
          onChange: ({ target }: { target: { value: string } }) =>
            change(prices.with(at, { ...price, [key]: target.value })),
        })
        return (
          <PriceRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a price has no name but its place
            key={at}
            id={`${id}-${at}`}
            at={at}
            count={prices.length}
            part={part}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        )
      })}
      <div>
        <Button id={`${id}-add`} look="secondary" small onClick={add}>
          Add a price
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </fieldset>
  )
}

type PriceRowProps = {
  id: string
  at: number
  count: number
  part: (key: keyof ServicePrice) => Omit<ComponentProps<typeof TextField>, 'label'>
  onMove: (to: number) => void
  onRemove: () => void
}

function PriceRow({ id, at, count, part, onMove, onRemove }: PriceRowProps) {
  const button = { look: 'quiet', small: true } as const
  return (
    <fieldset className="flex flex-col gap-3 border-s-4 border-line ps-4">
      <legend className="visually-hidden">Price {at + 1}</legend>
      <div className="grid gap-3 sm:grid-cols-[3fr_2fr]">
        <TextField {...part('label')} label="Name of the price" />
        <TextField {...part('amount')} label="Amount" inputMode="decimal" prefix="£" />
      </div>
      <TextField {...part('for_whom')} label="Who it is for" optional />
      <div className="flex flex-wrap gap-2">
        <Button
          {...button}
          id={`${id}-up`}
          aria-label={`Move price ${at + 1} up`}
          unavailable={at === 0}
          onClick={() => onMove(at - 1)}
        >
          Move up
        </Button>
        <Button
          {...button}
          id={`${id}-down`}
          aria-label={`Move price ${at + 1} down`}
          unavailable={at === count - 1}
          onClick={() => onMove(at + 1)}
        >
          Move down
        </Button>
        <Button {...button} aria-label={`Remove price ${at + 1}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}
