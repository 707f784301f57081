import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { type AdminRecord, lockField, type RecordUse } from '#lib/contract/admin/admin-resource.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { inFigures } from '#lib/text/format-number.ts'
import type { Resolved } from '#machines/orphaned/change-saving.machine.ts'
import { useApi } from '../../identity/island-context.ts'
import { forgetTouched } from '../../identity/unsaved-work.ts'
import { ChangeResolutions, useChangeSaving } from '../../orphaned/ChangeResolutions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LeaveQuestion } from '../../ui/dialog/LeaveQuestion.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { NotSaved } from '../../ui/form/NotSaved.tsx'
import type { AdminScreen, ScreenRights } from './admin-screen.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordTools } from './RecordTools.tsx'
import { RecordVersions } from './RecordVersions.tsx'
import {
  createRecordDraft,
  hasChanges,
  type RecordDraft,
  rebased,
  toWrittenRecord,
} from './record-draft.ts'
import { recordEditingWithActors } from './record-editing.actors.ts'
import { SimilarQuestion } from './SimilarQuestion.tsx'

type RecordDialogProps = {
  settings: PublicSettings
  screen: AdminScreen
  rights: ScreenRights
  id: number | null
  onClose: () => void
  onSaved: (record: AdminRecord, before: AdminRecord | null, resolved: Resolved) => void
  onDeleted: (resolved: Resolved) => void
  onGone: () => void
}

export function RecordDialog(props: RecordDialogProps) {
  const api = useApi()
  const { settings, screen, rights, id, onClose, onSaved, onDeleted, onGone } = props
  const { of } = screen
  const [machine] = useState(() => recordEditingWithActors(api, screen))
  const [snapshot, send] = useMachine(machine, { input: { id } })
  const { record, written, refusal, similar, putAside, ledFrom, resolved } = snapshot.context
  const saving = useChangeSaving(snapshot.children.changeSaving)
  // Somebody who makes one may turn to one that is there already.
  const isNew = snapshot.context.id === null
  const [draft, setDraft] = useState<RecordDraft>(() => createRecordDraft(screen, null))
  // `began` is what the form started with, and what somebody else has entered in the same fields
  // since.
  const [began, setBegan] = useState<{ record: AdminRecord | null; clashes: Clashes }>({
    record: null,
    clashes: {},
  })
  if (record && record !== began.record && !snapshot.matches('saved')) {
    const { record: from } = began
    const next = from
      ? rebased(screen, { draft, from }, record)
      : { draft: createRecordDraft(screen, record), clashes: {} }
    setBegan({ record, clashes: next.clashes })
    setDraft(next.draft)
  }
  // It holds what was entered of a new one, while one that is there already is looked at.
  const [kept, setKept] = useState<RecordDraft | null>(null)
  if (kept && isNew) {
    setKept(null)
    setBegan({ record: null, clashes: {} })
    setDraft(kept)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened
  useEffect(() => {
    if (snapshot.matches('saved') && record) onSaved(record, began.record, resolved)
    if (snapshot.matches('deleted')) onDeleted(resolved)
    if (snapshot.matches('left')) onClose()
  }, [snapshot.value])

  // A form that is gone keeps nothing back from a sign-out in another tab.
  useEffect(() => forgetTouched, [])
  const changed = hasChanges(screen, draft, began.record)
  const leave = () => send({ type: 'editing.left', hasChanges: changed })
  const isDeletion = snapshot.matches('changing') && written === null
  const isQuestion = saving?.isResolving || saving?.isConfirming
  const isDeleted = snapshot.matches('inUse') || (isDeletion && isQuestion)
  const action = isDeleted ? 'Delete' : isNew ? 'Add' : 'Change'
  const busy =
    saving?.isPending ||
    (['comparing', 'saved', 'deleted'] as const).some((state) => snapshot.matches(state))
  const close = () => {
    if (snapshot.matches('gone') && !putAside) onGone()
    else if (snapshot.can({ type: 'editing.left', hasChanges: changed })) leave()
    else if (snapshot.can({ type: 'change.dropped' })) send({ type: 'change.dropped' })
    else saving?.leave()
  }
  const name = record ? String(record[of.namedBy]) : ''
  return (
    <Dialog
      open
      wide={screen.fullScreen ? 'full' : true}
      busy={busy}
      // The machine asks, because what was put aside may come back instead.
      isUnsaved={false}
      title={snapshot.matches('askingSimilar') ? 'Is it one of these?' : `${action} ${of.name}`}
      onClose={close}
    >
      {snapshot.matches('reading') && <Loading label={`Loading the ${of.name}`} />}
      {snapshot.matches('unread') && (
        <Choice
          text={
            snapshot.matches({ unread: 'refused' })
              ? 'You are signed out, or you no longer have permission to see this.'
              : 'We could not reach the service, or it did not answer.'
          }
          action="Try again"
          onAction={() => send({ type: 'reload.requested' })}
          onLeave={leave}
        />
      )}
      {snapshot.matches('outdated') && (
        <Choice
          text={`${refusal?.kind === 'stale' ? refusal.detail : ''} Your changes have not been saved.`}
          action="Show the latest version with my changes"
          onAction={() => send({ type: 'reload.requested' })}
          onLeave={leave}
        />
      )}
      {snapshot.matches('gone') && (
        <div className="flex flex-col gap-4">
          <FormAlert look="banner-warn">{refusal?.kind === 'gone' ? refusal.detail : ''}</FormAlert>
          <div>
            <Button onClick={close}>Back to {putAside ? `the new ${of.name}` : 'the list'}</Button>
          </div>
        </div>
      )}
      {snapshot.matches('askingSimilar') && (
        <SimilarQuestion
          name={of.name}
          similar={similar.map((one) => ({
            id: one.id,
            text: screen.similar?.formatMatch(one) ?? '',
            why: screen.similar?.why(one) ?? '',
          }))}
          onChosen={(chosen) => {
            send({ type: 'similar.chosen', id: chosen })
            setKept(draft)
          }}
          onRejected={() => send({ type: 'similar.rejected' })}
          onBack={() => send({ type: 'change.dropped' })}
        />
      )}
      {saving?.isResolving && (
        <ChangeResolutions actor={saving.actor} isDeletion={isDeletion} needed={NEEDED} />
      )}
      {saving?.isConfirming && (
        <DeleteQuestion
          what={of.name}
          name={name}
          pending={saving.isPending}
          onConfirm={() => saving.actor.send({ type: 'change.confirmed' })}
          onKeep={saving.leave}
        />
      )}
      {refusal?.kind === 'inUse' && (
        <InUse
          name={name}
          uses={refusal.uses}
          canArchive={'archived' in of.write.shape}
          onBack={() => send({ type: 'change.dropped' })}
        />
      )}
      {!isQuestion &&
        (['editing', 'comparing', 'changing'] as const).some((state) =>
          snapshot.matches(state),
        ) && (
          <>
            {putAside && (
              <p className="banner banner-warn mb-5">
                We have kept what you entered for the new {of.name}. Cancel here to go back to it.
              </p>
            )}
            {ledFrom !== null && (
              <p role="status" className="banner banner-warn mb-5">
                The {of.name} number {ledFrom} was merged into this one.
              </p>
            )}
            {record && <RecordTools {...{ settings, screen, rights, record }} />}
            <RecordForm
              key={String(began.record?.[lockField(of)] ?? 0)}
              settings={settings}
              id={id}
              screen={screen}
              draft={draft}
              clashes={began.clashes}
              rights={rights}
              isNew={isNew}
              isUnsaved={changed}
              pending={!snapshot.matches('editing')}
              serverErrors={refusal?.kind === 'refused' ? refusal.fields : NO_ERRORS}
              canSave={isNew ? rights.add : rights.change}
              canDelete={!isNew && rights.delete}
              onDraft={setDraft}
              onSubmit={(entered) =>
                send({ type: 'record.submitted', written: toWrittenRecord(screen, entered) })
              }
              onDelete={() => send({ type: 'deletion.requested' })}
              onLeave={leave}
              alert={
                <NotSaved
                  is={(editing) => snapshot.matches({ editing })}
                  needed={NEEDED}
                  why={refusal?.kind === 'notAllowed' ? refusal.detail : ''}
                />
              }
              below={record && <Below {...{ screen, rights, record }} />}
              leaving={
                snapshot.matches({ editing: 'leaving' }) && (
                  <LeaveQuestion
                    onLeave={() => send({ type: 'leaving.confirmed' })}
                    onStay={() => send({ type: 'leaving.dropped' })}
                  />
                )
              }
            />
          </>
        )}
    </Dialog>
  )
}

const NEEDED = 'it needs a permission that you do not have'

type BelowProps = Pick<RecordDialogProps, 'screen' | 'rights'> & {
  record: AdminRecord
}

function Below({ screen, rights, record }: BelowProps) {
  const { extra: Extra, of } = screen
  return (
    <>
      {Extra && <Extra record={record} canChange={rights.change} />}
      {of.versioned && <RecordVersions screen={screen} id={record.id} />}
    </>
  )
}

type Clashes = Record<string, string>

/** It is one object, so that only a new refusal is news to the form. */
const NO_ERRORS = {}

type ChoiceProps = { text: string; action: string; onAction: () => void; onLeave: () => void }

function Choice({ text, action, onAction, onLeave }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warn">{text}</FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAction}>{action}</Button>
        <Button look="secondary" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

type DeleteQuestionProps = {
  what: string
  name: string
  pending: boolean
  onConfirm: () => void
  onKeep: () => void
}

function DeleteQuestion(props: DeleteQuestionProps) {
  const { what, name, pending, onConfirm, onKeep } = props
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <p ref={question} tabIndex={-1} className="wrap-anywhere">
        Delete the {what} <strong>{name}</strong>? You cannot undo this.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" pending={pending} pendingLabel="Deleting" onClick={onConfirm}>
          Delete
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  )
}

type InUseProps = {
  name: string
  uses: readonly RecordUse[]
  canArchive: boolean
  onBack: () => void
}

function InUse({ name, uses, canArchive, onBack }: InUseProps) {
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warn">
        You cannot delete {name} because it is in use.{' '}
        {canArchive
          ? 'You can archive it instead: tick Archived in the form.'
          : 'Change the records that use it first.'}
      </FormAlert>
      <ul className="flex flex-col gap-2">
        {uses.map(({ what, count, names }) => (
          <li key={what} className="card py-2 wrap-anywhere">
            <span className="font-semibold">
              {inFigures(count)} {what}
            </span>
            {names.length > 0 && `: ${names.join(', ')}`}
            {names.length > 0 && count > names.length && ' and others'}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onBack}>Back to the form</Button>
      </div>
    </div>
  )
}
