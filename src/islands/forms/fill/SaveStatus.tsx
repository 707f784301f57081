import { useState } from 'react'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'

export type SavingState =
  | 'saved'
  | 'changed'
  | 'saving'
  | 'offline'
  | 'notSaved'
  | 'refused'
  | 'signedOut'
  | 'conflict'

type SaveStatusProps = {
  state: SavingState
  saved: string
  refused: string
  timeZone: string
  onSave: () => void
}

/** Says whether the work is safe. Read out only when it is not, once it is again, and when asked. */
export function SaveStatus({ state, saved, refused, timeZone, onSave }: SaveStatusProps) {
  const text = formatSaving(state, { time: formatTime(saved, timeZone), refused })
  const [isAsked, setAsked] = useState(false)
  if (isAsked && state === 'changed') setAsked(false)
  const isToSay = !isSafe(state) || (isAsked && state === 'saved')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="secondary"
        pending={state === 'saving'}
        pendingLabel="Saving"
        onClick={() => {
          setAsked(true)
          onSave()
        }}
      >
        Save
      </Button>
      <p className={isSafe(state) ? 'hint' : 'font-semibold'}>{text}</p>
      <p role="status" className="visually-hidden">
        {isToSay ? text : ''}
      </p>
    </div>
  )
}

const isSafe = (state: SavingState) => ['saved', 'changed', 'saving'].includes(state)

type SavingDetails = { time: string; refused: string }

function formatSaving(state: SavingState, { time, refused }: SavingDetails): string {
  switch (state) {
    case 'saved':
      return `Saved at ${time}`
    case 'offline':
      return 'You are offline. Your answers are kept in this tab, and saved when you are online again.'
    case 'notSaved':
      return 'We could not save your answers. We are trying again.'
    case 'signedOut':
      return 'You are signed out. Sign in to save your answers.'
    case 'refused':
      return `We could not save your answers. ${refused || 'Check what you typed.'}`
    default:
      return `Last saved at ${time}`
  }
}
