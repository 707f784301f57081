import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { type ImportAnswer, importName, importUpload } from '#lib/contract/admin/import.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { recordImportMachine } from '#machines/admin/record-import.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { progressBarMachine } from '#machines/ui/progress-bar.machine.ts'
import { useApi } from '../../identity/island-context.ts'
import { ProgressBar } from '../../progress/ProgressBar.tsx'
import { useOwnProgress } from '../../progress/use-own-progress.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { ScreenToolProps } from './admin-screen.ts'
import { ImportedRows } from './ImportedRows.tsx'
import '../../progress/progress-bar.css'

export function ImportDialog({ screen, onChanged, onClose }: ScreenToolProps) {
  const api = useApi()
  const { of } = screen
  const [sent, setSent] = useState(0)
  const [machine] = useState(() => recordImportWithActors(api, of, setSent))
  const [snapshot, send] = useMachine(machine)
  const { answer, problem, file, confirmed } = snapshot.context
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isBusy = snapshot.matches('checking') || snapshot.matches('executing')
  const isDone = snapshot.matches('done')
  const refused = problem?.kind === 'refused' ? problem.text : undefined
  const error = snapshot.matches('choosing') ? refused : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened
  useEffect(() => {
    setSent(0)
    if (isDone) onChanged()
    if (isDone || snapshot.matches('checked')) heading.current?.focus()
    // The field is another one than that of the file before.
    else if (error) field.current?.focus()
  }, [snapshot.value])
  const work = answer ? answer.count.created + answer.count.changed + confirmed.length : 0
  return (
    <Dialog open wide busy={isBusy} title={`Import ${of.many}`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        {!isBusy && (
          <div className={error ? 'field field-invalid' : 'field'}>
            <label htmlFor="import-file" className="label">
              {file ? 'Choose another CSV file' : 'CSV file'}
            </label>
            <FieldHint
              id="import-file"
              hint="To change records, start from “Download CSV” beside the list. To add some, start from an empty file. Nothing changes until you have checked the result."
            />
            <FieldError id="import-file" error={error} />
            <input
              id="import-file"
              ref={field}
              type="file"
              accept=".csv,.txt,.tsv,text/csv"
              className="input"
              aria-describedby={`import-file-hint${error ? ' import-file-error' : ''}`}
              onChange={({ target }) => {
                const [chosen] = target.files ?? []
                if (chosen) send({ type: 'file.chosen', file: chosen })
              }}
            />
            <details>
              <summary className="cursor-pointer py-2 font-semibold">What the file needs</summary>
              <p className="hint">
                The first row has the column names, in any order: {columnNames(screen).join(', ')}.{' '}
                {describeKey(screen)} Dates are DD/MM/YYYY.
              </p>
            </details>
            <Button
              look="secondary"
              small
              onClick={() => saveFile(`${of.path}-empty.csv`, new Blob([emptyFile(screen)], CSV))}
            >
              Download an empty file
            </Button>
          </div>
        )}
        {isBusy && (
          <ImportProgress
            {...{ of, sent }}
            fileName={file?.name ?? 'the file'}
            label={
              snapshot.matches('checking')
                ? `Checking ${file?.name ?? 'the file'}`
                : `Importing ${counted(work, 'row', 'rows')}`
            }
          />
        )}
        {problem?.kind === 'stale' && !isBusy && (
          <FormAlert look="banner-warn">
            Records have changed since the file was checked. Nothing has been imported. This is the
            new result.
          </FormAlert>
        )}
        {problem?.kind === 'unanswered' && (
          <div className="flex flex-col items-start gap-3">
            <FormAlert look="banner-danger">
              We did not get an answer.
              {answer && ' The import may have finished. Check again to find out.'}
            </FormAlert>
            <Button look="secondary" onClick={() => send({ type: 'check.requested' })}>
              Check again
            </Button>
          </div>
        )}
        {refused && snapshot.matches('checked') && (
          <FormAlert look="banner-danger">{refused}</FormAlert>
        )}
        {answer && !isBusy && (
          <>
            <h3 ref={heading} tabIndex={-1} className="heading-3">
              {formatSummary(answer.count, isDone)}
            </h3>
            {answer.left_out.length > 0 && (
              <p className="wrap-anywhere">
                {isDone ? 'Left out' : 'Ignored'}: the{' '}
                {answer.left_out.length === 1 ? 'column' : 'columns'} {answer.left_out.join(', ')}.
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              {snapshot.can({ type: 'import.confirmed' }) && (
                <Button onClick={() => send({ type: 'import.confirmed' })}>
                  Import {counted(work, 'row', 'rows')}
                </Button>
              )}
              {answer.wrong_file !== '' && (
                <Button
                  look="secondary"
                  onClick={() =>
                    saveFile(`${of.path}-wrong.csv`, new Blob([answer.wrong_file], CSV))
                  }
                >
                  Download the rows left out
                </Button>
              )}
              {isDone && <Button onClick={onClose}>Back to the list</Button>}
            </div>
            <ImportedRows
              of={of}
              rows={answer.rows}
              confirmed={confirmed}
              onConfirmed={
                isDone
                  ? null
                  : (lines, isConfirmed) => send({ type: 'lines.confirmed', lines, isConfirmed })
              }
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

const CSV = { type: 'text/csv' }

const columnNames = ({ of }: ScreenToolProps['screen']) =>
  Object.keys(of.write.shape).map((field) => of.labels[field] ?? field)

/** Excel needs the byte order mark to recognise UTF-8. */
const emptyFile = (screen: ScreenToolProps['screen']) =>
  `\ufeff${columnNames(screen)
    .map((label) => `"${label.replaceAll('"', '""')}"`)
    .join(',')}\r\n`

const describeKey = ({ of }: ScreenToolProps['screen']) => {
  const { key = null } = of.imports ?? {}
  const other =
    key === null
      ? 'a number adds a new one'
      : `a number is matched by its ${of.labels[key]?.toLowerCase()}`
  return `A row with a number changes the ${of.name} with that number. A row without ${other}.`
}

function formatSummary(
  { created, changed, unchanged, similar, wrong }: ImportAnswer['count'],
  isDone: boolean,
): string {
  const parts = [
    `${inFigures(created)} ${isDone ? 'added' : 'to add'}`,
    `${inFigures(changed)} ${isDone ? 'changed' : 'to change'}`,
    `${inFigures(unchanged)} unchanged`,
    ...(similar > 0
      ? [`${counted(similar, 'possible duplicate')} ${isDone ? 'left out' : 'to check'}`]
      : []),
    `${inFigures(wrong)} with errors${isDone && wrong > 0 ? ' and left out' : ''}`,
  ]
  return `${isDone ? 'Imported' : 'Checked'}: ${parts.join(', ')}`
}

type ImportProgressProps = {
  of: AnyAdminResource
  sent: number
  fileName: string
  label: string
}

function ImportProgress(props: ImportProgressProps) {
  const { of, sent, fileName, label } = props
  const [bar, send] = useMachine(progressBarMachine)
  const show = (progress: number, name: string) =>
    send({ type: 'progress.received', message: { type: 'progress', progress, name } })
  useOwnProgress({ name: importName(of), isOn: true }, ({ progress }) => show(progress, label))
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with what is sent alone
  useEffect(() => {
    if (sent > 0 && sent < 1) show(sent * 100, `Sending ${fileName}`)
    // What follows is another bar; until it is told, nobody knows how far that is.
    else send({ type: 'bar.hidden' })
  }, [sent])
  return bar.matches('hidden') ? <Loading label={label} /> : <ProgressBar snapshot={bar} />
}

type OnSent = (fraction: number) => void

function recordImportWithActors(api: ApiClient, of: AnyAdminResource, onSent: OnSent) {
  return recordImportMachine.provide({
    actors: {
      checkFile: fromPromise(({ input }) => takeFile(api, of, input, onSent)),
      execute: fromPromise(({ input }) => takeFile(api, of, input, onSent)),
    },
  })
}

async function takeFile(
  api: ApiClient,
  of: AnyAdminResource,
  { file, seen, confirmed }: ActorInput<typeof recordImportMachine, 'checkFile'>,
  onProgress: OnSent,
): Promise<ActorResult<typeof recordImportMachine, 'checkFile'>> {
  if (!file) throw new Error('There is no file to take')
  if (file.size > importUpload.largestBytes) {
    return {
      kind: 'refused',
      text: 'The file must be 4 MB or smaller. Split it into smaller files.',
    }
  }
  if (file.size === 0) return { kind: 'refused', text: 'The file is empty.' }
  try {
    const uploadFields = seen === null ? {} : { seen, confirmed: confirmed.join(',') }
    const answer = await resourceClient(api, of).take({ file, uploadFields, onProgress })
    return { kind: 'taken', answer }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'stale') return { kind: 'stale' }
    const text = formatImportRefusal(error)
    if (text === null) throw error
    return { kind: 'refused', text }
  }
}

function formatImportRefusal({ code, fields, detail, isBusy, isUnsent }: ApiError): string | null {
  // Somebody else is at it, too much is under way, there is no network, or they signed in long ago.
  if (code === 'conflict' || code === 'sign_in_again' || isBusy || isUnsent) return detail
  if (code === 'invalid') return Object.values(fields).flat().join(' ')
  if (code === 'too_large') return 'The file must be 4 MB or smaller. Split it into smaller files.'
  if (code === 'not_allowed') return 'You do not have permission to do this.'
  if (code === 'not_signed_in') return 'You are signed out. Sign in, then try again.'
  return null
}
