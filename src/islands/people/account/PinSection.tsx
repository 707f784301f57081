import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'

const PIN = {
  type: 'password',
  inputMode: 'numeric',
  maxLength: 8,
  width: 'max-w-40',
} as const
const questions = ['current_pin_code', 'pin_code']
const empty = { current: '', next: '' }

export function PinSection() {
  const api = useApi()
  const id = useId()
  const [entered, setEntered] = useState(empty)
  const saving = useSingleMutation({
    networkMode: 'always',
    mutationFn: ({ current, next }: typeof empty) =>
      api.call('PUT private/pin/', {
        body: { pin_code: next, ...(current !== '' && { current_pin_code: current }) },
      }),
    onSuccess: () => {
      setEntered(empty)
      notify('Your PIN has been set')
    },
    onError: (error) => {
      const { fields = {} } = error instanceof ApiError ? error : {}
      const [wrong] = questions.filter((question) => fields[question])
      if (wrong) document.getElementById(`${id}-${wrong}`)?.focus()
    },
  })
  const fields = saving.error instanceof ApiError ? saving.error.fields : {}
  const findError = (field: string) => fields[field]?.[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(entered)
  }
  return (
    <section aria-labelledby={id}>
      <form noValidate className="flex flex-col items-start gap-4" onSubmit={submit}>
        <h2 id={id} className="heading-2">
          Your PIN
        </h2>
        <p>
          A colleague can change your availability only when you enter your PIN. Do not share it.
        </p>
        <TextField
          {...PIN}
          id={`${id}-current_pin_code`}
          label="Current PIN"
          hint="Leave blank if you have none. If you forgot it, ask an administrator to clear it."
          autoComplete="off"
          error={findError('current_pin_code')}
          value={entered.current}
          onChange={({ target }) => setEntered({ ...entered, current: target.value })}
        />
        <TextField
          {...PIN}
          id={`${id}-pin_code`}
          label="New PIN"
          hint="4 to 8 digits."
          autoComplete="new-password"
          error={findError('pin_code')}
          value={entered.next}
          onChange={({ target }) => setEntered({ ...entered, next: target.value })}
        />
        {saving.isError && Object.keys(fields).length === 0 && <PinAlert error={saving.error} />}
        <Button type="submit" look="secondary" pending={saving.isPending}>
          Set PIN
        </Button>
      </form>
    </section>
  )
}

function PinAlert({ error }: { error: Error }) {
  if (error instanceof ApiError && error.isUnsent) {
    return (
      <OfflineAlert>
        You are offline, so your PIN was not changed. Try again when you have a connection.
      </OfflineAlert>
    )
  }
  return (
    <FormAlert look="banner-danger">
      {error instanceof ApiError && !error.mayBeDone
        ? error.message
        : 'We do not know if that worked. Try again.'}
    </FormAlert>
  )
}
