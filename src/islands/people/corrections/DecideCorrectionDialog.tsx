import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { CorrectionRequestListRow } from '#lib/contract/admin/correction-requests.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import type { RecordToolProps } from '../../admin/resources/admin-screen.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { readListsAgain } from '../../ui/table/read-lists-again.ts'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'

const done = {
  accepted: 'The record has been corrected.',
  declined: 'The request has been declined.',
} as const

export function DecideCorrectionDialog({ record, onClose }: RecordToolProps) {
  const api = useApi()
  const request = record as unknown as CorrectionRequestListRow
  const answerId = useId()
  const [answer, setAnswer] = useState('')
  const queries = useQueryClient()
  const deciding = useSingleMutation({
    mutationFn: (
      decision: OperationBody<'POST admin/correctionrequests/{id}/decide/'>['decision'],
    ) =>
      api.call('POST admin/correctionrequests/{id}/decide/', {
        params: { id: request.id },
        body: { decision, answer },
      }),
    onSuccess: async (_, decision) => {
      await readListsAgain(queries)
      notify(done[decision])
      onClose()
    },
    onError: () => void queries.invalidateQueries(),
  })
  const { error, isPending, variables } = deciding
  return (
    <Dialog
      open
      title={`Correct the details of ${request.person_name}?`}
      busy={isPending}
      isUnsaved={answer !== ''}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <RequestedChanges request={request} />
        {request.note && <p className="wrap-anywhere">They wrote: {request.note}</p>}
        <p>Check who is asking before you change this: other people may use the same account.</p>
        <TextAreaField
          id={answerId}
          label="Answer to the patient"
          optional
          hint="They can read it with their details"
          limit={1000}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
        {error && (
          <FormAlert look="banner-danger">
            {error instanceof ApiError && !error.mayBeDone
              ? [error.detail, ...Object.values(error.fields).flat()].join(' ')
              : 'We could not reach the service. You can safely try again.'}
          </FormAlert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            pending={isPending && variables === 'accepted'}
            pendingLabel="Saving"
            unavailable={isPending}
            onClick={() => deciding.mutate('accepted')}
          >
            Correct the record
          </Button>
          <Button
            look="secondary"
            pending={isPending && variables === 'declined'}
            pendingLabel="Saving"
            unavailable={isPending}
            onClick={() => deciding.mutate('declined')}
          >
            Decline
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function RequestedChanges({ request }: { request: CorrectionRequestListRow }) {
  const dateOrNone = (date: string | null) => (date ? formatCalendarDate(date) : 'none')
  const rows: [name: string, now: string, asked: string | null][] = [
    ['First name', request.current_first_name, request.first_name],
    ['Last name', request.current_last_name, request.last_name],
    ['Date of birth', dateOrNone(request.current_dob), request.dob && dateOrNone(request.dob)],
    [
      'NHS number',
      spacedNhsNumber(request.current_nhs_number) || 'none',
      request.nhs_number === null ? null : spacedNhsNumber(request.nhs_number) || 'none',
    ],
  ]
  return (
    <dl className="summary-list">
      {rows.map(([name, now, asked]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {asked === null ? (
              now
            ) : (
              <>
                <p>Now: {now}</p>
                <p className="font-semibold">Asked for: {asked}</p>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
