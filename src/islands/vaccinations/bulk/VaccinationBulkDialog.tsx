import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import {
  MOST_UPDATED,
  type Vaccination,
  type VaccinationBulkAnswer,
} from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { recordPage } from '#lib/page/record-page.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import {
  type ChosenVaccination,
  vaccinationBulkUpdateMachine,
} from '#machines/vaccinations/vaccination-bulk-update.machine.ts'
import type { ManyToolProps } from '../../admin/resources/admin-screen.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { BulkUpdateForm } from './BulkUpdateForm.tsx'

export function VaccinationBulkDialog(props: ManyToolProps) {
  const api = useApi()
  const { records, query, onChanged, onClose } = props
  const [machine] = useState(() => vaccinationBulkUpdateWithActors({ api, records, query }))
  const [snapshot, send] = useMachine(machine)
  const { records: chosen, update, answer, reason } = snapshot.context
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const isAllConfirmed = answer?.warnings.every((one) => confirmed.has(warningKey(one))) ?? true
  const isDone = snapshot.matches('done')
  const isUnanswered = snapshot.matches('unanswered')
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened
  useEffect(() => {
    if (isDone || isUnanswered) onChanged()
    if (!isDone) return
    notify(`${formatCount(answer?.changed ?? 0)} changed.`)
    onClose()
  }, [isDone, isUnanswered])
  const isChoosing = snapshot.matches('choosing') || snapshot.matches('previewing')
  const isApplying = snapshot.matches('applying')
  return (
    <Dialog
      open
      wide
      busy={isApplying}
      title={chosen.length === 0 ? 'Change records' : `Change ${formatCount(chosen.length)}`}
      onClose={onClose}
    >
      {snapshot.matches('gathering') && <Loading label="Looking up the records" />}
      {snapshot.matches('gatherFailed') && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not load the records. {reason}</p>
          <Button onClick={() => send({ type: 'gathering.retried' })}>Try again</Button>
        </section>
      )}
      {snapshot.matches('tooMany') && (
        <p role="alert">
          More than {inFigures(MOST_UPDATED)} records match. Use the filters to choose fewer.
        </p>
      )}
      {isChoosing && chosen.length === 0 && <p>No records match.</p>}
      {isChoosing && chosen.length > 0 && (
        <BulkUpdateForm
          entered={update}
          pending={snapshot.matches('previewing')}
          onPreview={(requested) => send({ type: 'preview.requested', update: requested })}
          alert={
            <>
              {reason && (
                <FormAlert look="banner-danger">Nothing has been changed. {reason}</FormAlert>
              )}
              {snapshot.matches({ choosing: 'failed' }) && (
                <FormAlert look="banner-danger">
                  We did not get an answer from the service. Nothing has been changed. Try again.
                </FormAlert>
              )}
            </>
          }
        />
      )}
      {answer && (snapshot.matches('previewed') || isApplying) && (
        <Preview records={chosen} answer={answer}>
          <BulkFollowing
            {...{ records: chosen, answer, confirmed }}
            onConfirmed={(key) => setConfirmed(new Set([...confirmed, key]))}
          />
          <div className="flex flex-wrap gap-3">
            {(isApplying || snapshot.can({ type: 'update.confirmed' })) && (
              <Button
                pending={isApplying}
                unavailable={!isAllConfirmed}
                pendingLabel="Changing"
                onClick={() => send({ type: 'update.confirmed' })}
              >
                Change {formatCount(answer.changed)}
              </Button>
            )}
            {snapshot.can({ type: 'refused.excluded' }) && (
              <Button onClick={() => send({ type: 'refused.excluded' })}>
                Leave {answer.refused.length === 1 ? 'it' : 'them'} out
              </Button>
            )}
            <Button
              look="secondary"
              unavailable={isApplying}
              onClick={() => send({ type: 'update.reopened' })}
            >
              Back
            </Button>
          </div>
        </Preview>
      )}
      {isUnanswered && (
        <div className="flex flex-col items-start gap-3">
          <FormAlert look="banner-danger">
            We did not get an answer. Either all records were changed or none. Check the list.
          </FormAlert>
          <Button onClick={onClose}>Back to the list</Button>
        </div>
      )}
    </Dialog>
  )
}

type PreviewProps = {
  records: readonly ChosenVaccination[]
  answer: { changed: number; unchanged: number; refused: readonly { id: number; detail: string }[] }
  children: ReactNode
}

function Preview({ records, answer, children }: PreviewProps) {
  const { changed, unchanged, refused } = answer
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each preview
  useEffect(() => heading.current?.focus(), [answer])
  const byId = new Map(records.map((record) => [record.id, record]))
  return (
    <section className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="heading-3">
        {refused.length > 0
          ? `${formatCount(refused.length)} cannot be changed, so nothing will change`
          : `${formatCount(changed)} will change`}
      </h3>
      {refused.length > 0 && changed > 0 && <p>{formatCount(changed)} could change.</p>}
      {unchanged > 0 && (
        <p>
          {formatCount(unchanged)} already {unchanged === 1 ? 'has' : 'have'} these values.
        </p>
      )}
      {refused.length > 0 && (
        <ul className="flex flex-col gap-2">
          {refused.map(({ id, detail }) => (
            <li key={id} className="card py-2 wrap-anywhere">
              <a className="link" href={byId.get(id)?.href}>
                {byId.get(id)?.name ?? `Record ${id}`}
              </a>
              <br />
              {detail}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

const formatCount = (count: number) => counted(count, 'record')

type BulkFollowingProps = {
  records: readonly ChosenVaccination[]
  answer: Pick<VaccinationBulkAnswer, 'next_doses' | 'warnings'>
  confirmed: ReadonlySet<string>
  onConfirmed: (key: string) => void
}

function BulkFollowing({ records, answer, confirmed, onConfirmed }: BulkFollowingProps) {
  const { next_doses, warnings } = answer
  const formatName = (id: number) => records.find((each) => each.id === id)?.name ?? `Record ${id}`
  return (
    <>
      {next_doses.length > 0 && (
        <section className="flex flex-col gap-2" aria-labelledby="next-doses-change">
          <h4 id="next-doses-change" className="font-semibold">
            Next doses that change
          </h4>
          <ul className="flex flex-col gap-2">
            {next_doses.map(({ id, from, to }) => (
              <li key={id} className="wrap-anywhere">
                {formatName(id)}: was {formatDue(from)}, will be {formatDue(to)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <section className="flex flex-col gap-2" aria-labelledby="new-warnings">
          <h4 id="new-warnings" className="font-semibold">
            Confirm each warning before you change the records
          </h4>
          <ul className="flex flex-col gap-3">
            {warnings.map((warning) => (
              <li
                key={warningKey(warning)}
                className="banner banner-warn flex flex-col items-start gap-2 wrap-anywhere"
              >
                <p>
                  {formatName(warning.id)}: {warning.text}
                </p>
                {confirmed.has(warningKey(warning)) ? (
                  <p className="font-semibold">You confirmed this.</p>
                ) : (
                  <Button small onClick={() => onConfirmed(warningKey(warning))}>
                    Confirm<span className="visually-hidden">: {warning.text}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const warningKey = ({ id, text }: VaccinationBulkAnswer['warnings'][number]) => `${id} ${text}`

const formatDue = (date: string | null) => (date ? formatCalendarDate(date) : 'none')

const PAGE_SIZE = 500

/** 5,000 records take seconds, and longer on a busy machine. */
const UPDATE_SECONDS = 120

type Deps = {
  api: ApiClient
  records: readonly AdminRecord[] | null
  query: URLSearchParams
}

const vaccinationBulkUpdateWithActors = (deps: Deps) =>
  vaccinationBulkUpdateMachine.provide({
    actors: {
      gatherVaccinations: fromPromise(() => gather(deps)),
      updateVaccinations: fromPromise(({ input }) => update(deps, input)),
    },
  })

async function gather({
  api,
  records,
  query,
}: Deps): Promise<ActorResult<typeof vaccinationBulkUpdateMachine, 'gatherVaccinations'>> {
  if (records) return { kind: 'gathered', records: records.map(chosen) }
  const found: Vaccination[] = []
  try {
    for (let page = 1; ; page += 1) {
      const { count, results } = await api.call('GET admin/vaccinationhistories/', {
        query: { ...Object.fromEntries(query), page, page_size: PAGE_SIZE, ordering: 'created' },
      })
      if (count > MOST_UPDATED) return { kind: 'tooMany' }
      found.push(...results)
      if (results.length < PAGE_SIZE) break
    }
    const changeable = found.filter(({ entered_in_error }) => entered_in_error === null)
    const unique = new Map(changeable.map((record) => [record.id, record]))
    return { kind: 'gathered', records: [...unique.values()].map(chosen) }
  } catch (error) {
    return { kind: 'refused', reason: describeReason(error) }
  }
}

function chosen(record: AdminRecord | Vaccination): ChosenVaccination {
  const vaccination = record as unknown as Vaccination
  const { id, version, patient_name, product_name, given_on } = vaccination
  return {
    id,
    version,
    name: `${patient_name}, ${product_name}, ${formatCalendarDate(given_on)}`,
    href: recordPage(vaccination),
  }
}

async function update(
  { api }: Deps,
  {
    records,
    update: requested,
    preview,
    confirmed,
  }: ActorInput<typeof vaccinationBulkUpdateMachine, 'updateVaccinations'>,
): Promise<ActorResult<typeof vaccinationBulkUpdateMachine, 'updateVaccinations'>> {
  if (!requested) throw new Error('Nothing was chosen')
  try {
    const answer = await api.call('PUT admin/vaccinationhistories/bulk-update/', {
      body: {
        ...requested,
        records: records.map(({ id, version }) => ({ id, version })),
        preview,
        confirmed_warnings: [...confirmed],
      },
      timeoutSeconds: UPDATE_SECONDS,
    })
    return { kind: 'answered', ...answer }
  } catch (error) {
    return { kind: 'refused', reason: describeReason(error) }
  }
}

function describeReason(error: unknown): string {
  const { status, fields, detail } = certainRefusal(error)
  return status === 400 ? joinFieldErrors(fields) : detail
}
