import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { readListsAgain } from '../../ui/table/read-lists-again.ts'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'

type ActionDialogProps = {
  title: string
  action: string
  pendingLabel: string
  run: () => Promise<unknown>
  done: string
  onClose: () => void
  children: ReactNode
}

export function ActionDialog(props: ActionDialogProps) {
  const { title, action, pendingLabel, run, done, onClose, children } = props
  const queries = useQueryClient()
  const acting = useSingleMutation({
    mutationFn: run,
    onSuccess: async () => {
      await readListsAgain(queries)
      notify(done)
      onClose()
    },
    // It may have been done without an answer.
    onError: () => void queries.invalidateQueries(),
  })
  return (
    <Dialog open title={title} onClose={onClose} busy={acting.isPending}>
      <div className="flex flex-col gap-4">
        {children}
        {acting.error && (
          <FormAlert look="banner-danger">
            {acting.error instanceof ApiError && !acting.error.mayBeDone
              ? acting.error.detail
              : 'We could not reach the service. You can safely try again.'}
          </FormAlert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            pending={acting.isPending}
            pendingLabel={pendingLabel}
            onClick={() => acting.mutate()}
          >
            {action}
          </Button>
          <Button look="secondary" unavailable={acting.isPending} onClick={onClose}>
            Back
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
