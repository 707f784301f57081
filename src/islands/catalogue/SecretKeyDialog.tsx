import { useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import { type ApiClient, createApiClient } from '#lib/api/client.ts'
import { isKeyKnown } from '#lib/catalogue/service-query.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx'
import { TextField } from '../ui/form/TextField.tsx'

type SecretKeyDialogProps = {
  open: boolean
  currentKey: string | null
  settings: PublicSettings
  api: ApiClient | undefined
  onClose: () => void
  onChange: (key: string | null) => void
}

export function SecretKeyDialog(props: SecretKeyDialogProps) {
  const { open, currentKey, settings, onClose, onChange } = props
  const [api] = useState(() => props.api ?? createApiClient(settings.apiBase))
  const [text, setText] = useState(currentKey ?? '')
  const [error, setError] = useState<string | undefined>()
  const [attempt, setAttempt] = useState(0)
  const [isChecking, setChecking] = useState(false)
  const submit = async () => {
    const key = text.trim()
    setChecking(true)
    const problem = key ? await problemWith(api, key) : 'Enter the key that you were given'
    setChecking(false)
    setError(problem)
    setAttempt((count) => count + 1)
    if (!problem) onChange(key)
  }
  return (
    <Dialog open={open} title="Secret key" onClose={onClose} busy={isChecking}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isChecking) void submit()
        }}
      >
        <ErrorSummary
          errors={error ? [{ message: error, fieldId: 'secret-key' }] : []}
          attempt={attempt}
        />
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
          <Button type="submit" pending={isChecking} pendingLabel="Checking the key">
            {currentKey ? 'Change key' : 'Use this key'}
          </Button>
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

/** Explains why a key is not used; undefined for one that opens something. */
async function problemWith(api: ApiClient, key: string): Promise<string | undefined> {
  const unknown = 'We do not recognise this key. Check it and try again.'
  try {
    const query = { key, page_size: 1 }
    const { results } = await api.call('GET public/appointmenttypes/', { query })
    return isKeyKnown(results) ? undefined : unknown
  } catch (error) {
    if (error instanceof ApiError && error.status !== 400) return error.detail
    return unknown
  }
}
