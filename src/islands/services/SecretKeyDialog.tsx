import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'

type SecretKeyDialogProps = {
  open: boolean
  /** The key of this session, null when there is none. */
  currentKey: string | null
  onClose: () => void
  onChange: (key: string | null) => void
}

/** Sets or removes the key that shows services which are not public. */
export function SecretKeyDialog({ open, currentKey, onClose, onChange }: SecretKeyDialogProps) {
  const [text, setText] = useState(currentKey ?? '')
  const [error, setError] = useState<string | undefined>()
  const submit = () => {
    const key = text.trim()
    if (key) onChange(key)
    else setError('Enter the key that you were given')
  }
  return (
    <Dialog open={open} title="Secret key" onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>
          Some services are offered only to people who were given a key. It is kept until you close
          this tab.
        </p>
        <TextField
          id="secret-key"
          label="Key"
          error={error}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{currentKey ? 'Change key' : 'Use this key'}</Button>
          {currentKey && (
            <Button look="secondary" onClick={() => onChange(null)}>
              Remove key
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
