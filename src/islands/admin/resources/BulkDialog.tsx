import { useMachine } from '@xstate/react'
import { useEffect, useId, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import {
  type AdminRecord,
  type AnyAdminResource,
  lockField,
} from '#lib/contract/admin/admin-resource.ts'
import type { Bulk, BulkAction, BulkResult } from '#lib/contract/admin/bulk.ts'
import { bulkChangeMachine } from '#machines/admin/bulk-change.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { countRecords, formatBulkOffer } from './format-bulk.ts'

type BulkDialogProps = {
  of: AnyAdminResource
  offered: Bulk
  records: readonly AdminRecord[]
  onTried: (results: readonly BulkResult[]) => void
  onClose: () => void
}

export function BulkDialog({ of, offered, records, onTried, onClose }: BulkDialogProps) {
  const api = useApi()
  const [machine] = useState(() => bulkChangeWithActors(api, of))
  const names = Object.keys(offered)
  const only = names.length === 1 ? (names[0] ?? null) : null
  const [snapshot, send] = useMachine(machine, { input: { action: only, records } })
  const { action, results, reason } = snapshot.context
  const chosen = action === null ? undefined : offered[action]
  const isActing = snapshot.matches('acting')
  const isUnanswered = snapshot.matches('unanswered')
  const text = chosen ? formatBulkDone(of, chosen, results) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened
  useEffect(() => {
    if (snapshot.matches('partlyDone') || isUnanswered) onTried(results)
    if (!snapshot.matches('done')) return
    onTried(results)
    notify(text)
    onClose()
  }, [snapshot.value])
  const what = countRecords(of, records.length)
  const isDeletion = chosen?.set === null
  return (
    <Dialog
      open
      busy={isActing}
      title={`${formatBulkOffer(offered).join('')} ${what}`}
      onClose={onClose}
    >
      {snapshot.matches('partlyDone') ? (
        <Refusals {...{ of, records, results, text }} done={chosen?.done ?? ''} onBack={onClose} />
      ) : (
        <div className="flex flex-col gap-5">
          {only === null && (
            <Choice
              offered={offered}
              chosen={action}
              disabled={!snapshot.matches('choosing')}
              onChoose={(name) => send({ type: 'action.chosen', action: name })}
            />
          )}
          <section
            aria-label={what}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
            tabIndex={0}
            className="max-h-60 overflow-auto border border-line rounded-md px-4 py-2"
          >
            <ul className="wrap-anywhere">
              {records.map((record) => (
                <li key={record.id}>{formatName(of, record)}</li>
              ))}
            </ul>
          </section>
          {isDeletion && <p>You cannot undo this.</p>}
          {!isUnanswered && reason && (
            <FormAlert look="banner-danger">Nothing has been changed. {reason}</FormAlert>
          )}
          {isUnanswered && (
            <FormAlert look="banner-danger">
              {reason || 'We did not get an answer.'} Some may be done already. Try again to do the
              rest.
            </FormAlert>
          )}
          <div className="flex flex-wrap gap-3">
            {chosen && (
              <Button
                look={isDeletion ? 'danger' : 'primary'}
                pending={isActing}
                pendingLabel="Working"
                onClick={() => send({ type: isUnanswered ? 'change.retried' : 'change.confirmed' })}
              >
                {isUnanswered ? 'Try again' : `${chosen.label}: ${what}`}
              </Button>
            )}
            <Button look="secondary" unavailable={isActing} onClick={onClose}>
              {isUnanswered ? 'Back to the list' : 'Cancel'}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const formatName = ({ namedBy, name }: AnyAdminResource, record: AdminRecord) =>
  String(record[namedBy] ?? '') || `${name} ${record.id}`

type ChoiceProps = {
  offered: Bulk
  chosen: string | null
  disabled: boolean
  onChoose: (name: string) => void
}

function Choice({ offered, chosen, disabled, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset disabled={disabled}>
      <legend className="label">What do you want to do?</legend>
      <div className="flex flex-wrap gap-x-6">
        {Object.entries(offered).map(([name, { label }]) => (
          <label key={name} className="choice">
            <input
              type="radio"
              name={id}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type RefusalsProps = {
  of: AnyAdminResource
  records: readonly AdminRecord[]
  results: readonly BulkResult[]
  text: string
  done: string
  onBack: () => void
}

function Refusals({ of, records, results, text, done, onBack }: RefusalsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const byId = new Map(records.map((record) => [record.id, record]))
  const refused = results.filter((one) => one.outcome === 'refused')
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="heading-3">
        {text} {countRecords(of, refused.length)} {refused.length === 1 ? 'has' : 'have'} not been{' '}
        {done}.
      </h3>
      <ul className="flex flex-col gap-2">
        {refused.map(({ id, detail }) => (
          <li key={id} className="card py-2 wrap-anywhere">
            <span className="font-semibold">{formatName(of, byId.get(id) ?? { id })}</span>
            <br />
            {detail}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onBack}>Back to the list</Button>
      </div>
    </div>
  )
}

const bulkChangeWithActors = (api: ApiClient, of: AnyAdminResource) =>
  bulkChangeMachine.provide({
    actors: {
      execute: fromPromise(({ input }) => execute(api, of, input)),
    },
  })

async function execute(
  api: ApiClient,
  of: AnyAdminResource,
  { action, records }: ActorInput<typeof bulkChangeMachine, 'execute'>,
): Promise<ActorResult<typeof bulkChangeMachine, 'execute'>> {
  const lock = lockField(of)
  const seen = records.map(({ id, [lock]: version }) => ({ id, [lock]: version }))
  try {
    const { results } = await resourceClient(api, of).bulk({ action, records: seen })
    return { kind: 'answered', results }
  } catch (error) {
    const reason = describeReason(error)
    if (reason === null) throw error
    return { kind: 'refused', reason }
  }
}

function describeReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'not_allowed') return 'You do not have permission to do this.'
  if (error.code === 'not_signed_in') return 'You are signed out. Sign in again, then try again.'
  return error.code === 'sign_in_again' || error.isBusy || error.isUnsent ? error.detail : null
}

function formatBulkDone(
  of: AnyAdminResource,
  { done }: BulkAction,
  results: readonly BulkResult[],
): string {
  const count = results.filter(({ outcome }) => outcome !== 'refused').length
  if (count === 0) return `Nothing has been ${done}.`
  return `${countRecords(of, count)} ${count === 1 ? 'has' : 'have'} been ${done}.`
}
