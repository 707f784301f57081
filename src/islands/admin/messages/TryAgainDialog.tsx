import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#lib/api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import type { RecordToolProps } from '../resources/admin-screen.ts'

/** Sends a message that failed once more. */
export function TryAgainDialog({ api, record, onClose }: RecordToolProps) {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () =>
      api.call('POST admin/messages/{id}/try-again/', { params: { id: record.id } }),
    onSuccess: async () => {
      // Before it closes, so that the focus does not go back to a button that is about to go.
      await queries.invalidateQueries()
      notify('We will try to send the message now.')
      onClose()
    },
    // It may have been done without an answer.
    onError: () => queries.invalidateQueries(),
  })
  return (
    <Dialog open title="Try again" onClose={onClose} busy={retry.isPending}>
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          Send the message to {String(record['patient_name'])} again? It failed because:{' '}
          {String(record['note'])}
        </p>
        {retry.error && (
          <FormAlert look="banner-danger">
            {retry.error instanceof ApiError && !retry.error.mayBeDone
              ? retry.error.detail
              : 'We could not reach the service. You can safely try again.'}
          </FormAlert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button pending={retry.isPending} pendingLabel="Saving" onClick={() => retry.mutate()}>
            Send again
          </Button>
          <Button look="secondary" unavailable={retry.isPending} onClick={onClose}>
            Back
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
