import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { RecordToolProps } from '../admin/resources/admin-screen.ts'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { useLeaveWarning } from '../ui/form/use-leave-warning.ts'
import { useSingleMutation } from '../ui/use-single-mutation.ts'

const SECRET_LOST = {
  question: 'Close without copying? You cannot see this secret again.',
  action: 'Close without copying',
  otherwise: 'Keep it open',
}

/** Makes the secret that signs the deliveries of a webhook, and shows it this once. */
export function SecretDialog({ record, onClose }: RecordToolProps) {
  const api = useApi()
  const queries = useQueryClient()
  const making = useSingleMutation({
    mutationFn: () => api.call('POST admin/webhooks/{id}/secret/', { params: { id: record.id } }),
    onSettled: () => void queries.invalidateQueries(),
    // Nothing keeps the secret once the dialog is gone.
    gcTime: 0,
  })
  const { data, error, isPending } = making
  const [isCopied, setCopied] = useState(false)
  const isUncopied = data !== undefined && !isCopied
  useLeaveWarning(isUncopied)
  const hasOne = record['secret_made'] !== null
  return (
    <Dialog
      open
      title="Signing secret"
      onClose={onClose}
      busy={isPending}
      isUnsaved={isUncopied}
      loss={SECRET_LOST}
    >
      <div className="flex flex-col gap-4">
        {data ? (
          <MadeSecret secret={data.secret} onCopied={() => setCopied(true)} />
        ) : (
          <>
            <p>
              {hasOne
                ? 'Make a new secret? The present one also signs for 24 hours, so that the other system can change over.'
                : 'The other system needs a secret to check that what it gets comes from here. Nothing is sent before you have made one.'}
            </p>
            {error && (
              <FormAlert look="banner-danger">
                {error instanceof ApiError && !error.mayBeDone
                  ? error.detail
                  : 'We did not get an answer. A secret that was made could not be shown: make another one.'}
              </FormAlert>
            )}
          </>
        )}
        <div className="flex flex-wrap gap-3">
          {!data && (
            <Button
              pending={isPending}
              pendingLabel="Making a secret"
              onClick={() => making.mutate()}
            >
              Make a secret
            </Button>
          )}
          <Button look="secondary" unavailable={isPending} onClick={onClose}>
            {data ? 'I have copied it' : 'Not now'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function MadeSecret({ secret, onCopied }: { secret: string; onCopied: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="banner banner-ok flex w-full flex-col items-start gap-3"
    >
      <p className="font-semibold">Copy this secret now. We cannot show it again.</p>
      <p className="break-all">{secret}</p>
      <CopyButton
        label="Copy secret"
        what="secret"
        text={secret}
        onCopied={() => {
          onCopied()
          notify('Secret copied')
        }}
      />
    </div>
  )
}
