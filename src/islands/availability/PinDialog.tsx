import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { TextField } from '../ui/form/TextField.tsx'

type PinDialogProps = {
  name: string
  problem: string | null
  onEntered: (pin: string) => void
  onLeave: () => void
}

/** The PIN is stored nowhere. */
export function PinDialog(props: PinDialogProps) {
  return (
    <Dialog open title="PIN" onClose={props.onLeave}>
      <PinQuestion {...props} />
    </Dialog>
  )
}

function PinQuestion({ name, problem, onEntered, onLeave }: PinDialogProps) {
  const id = useId()
  const [pin, setPin] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => document.getElementById(`${id}-pin`)?.focus(), [id])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (/^\d{4,8}$/.test(pin)) onEntered(pin)
    else {
      setTyped('Enter a PIN of 4 to 8 digits')
      document.getElementById(`${id}-pin`)?.focus()
    }
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} autoComplete="off">
      <p>
        You are acting for <strong>{name}</strong>. Ask them to enter their PIN to show that they
        agree.
      </p>
      <TextField
        id={`${id}-pin`}
        label={`PIN of ${name}`}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        width="max-w-40"
        error={typed ?? problem ?? undefined}
        value={pin}
        onChange={(event) => {
          setPin(event.target.value)
          setTyped(null)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Continue</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}
