import { useRef, useState } from 'react'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { holdsAnswer } from '#lib/contract/forms/item-lists.ts'
import { type ExportedForm, exportQuestionnaire } from '#lib/forms/fhir/export-questionnaire.ts'
import {
  type ImportedQuestionnaire,
  importQuestionnaire,
  type RefusedQuestionnaire,
} from '#lib/forms/fhir/import-questionnaire.ts'
import type { FhirReportLine } from '#lib/forms/fhir/importing.ts'
import { counted } from '#lib/text/format-number.ts'
import { readJson } from '#lib/text/json-text.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useBuilding } from './building.ts'

const kinds: readonly { kind: FhirReportLine['kind']; title: string }[] = [
  { kind: 'unsafe', title: 'Check these' },
  { kind: 'changed', title: 'Carried over in another way' },
  { kind: 'left_out', title: 'Left out' },
]

function FhirReport({ lines }: { lines: readonly FhirReportLine[] }) {
  if (lines.length === 0) return <p>Everything is carried over.</p>
  return kinds.map(({ kind, title }) => {
    const ofKind = lines.filter((line) => line.kind === kind)
    if (ofKind.length === 0) return null
    return (
      <details key={kind} open={kind === 'unsafe'}>
        <summary className="cursor-pointer py-2 font-semibold">
          {title} ({counted(ofKind.length, 'point')})
        </summary>
        <ul className="flex flex-col gap-3">
          {byItem(ofKind).map(([name, inside]) => (
            <li key={name}>
              <p className="font-semibold">{name || 'The whole questionnaire'}</p>
              <ul className="list-disc pl-5">
                {inside.map(({ path, message }) => (
                  <li key={`${path} ${message}`} className="[overflow-wrap:anywhere]">
                    {message} {path && <code className="hint">{path}</code>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    )
  })
}

function byItem(lines: readonly FhirReportLine[]): [string, FhirReportLine[]][] {
  const found = new Map<string, FhirReportLine[]>()
  for (const line of lines) {
    const name = line.item ?? ''
    found.set(name, [...(found.get(name) ?? []), line])
  }
  return [...found]
}

export type QuestionnaireForm = ExportedForm & { url: string | null }

type QuestionnaireViewProps = {
  form: QuestionnaireForm
  timeZone: string
  onDone: () => void
}

export function QuestionnaireView({ form, timeZone, onDone }: QuestionnaireViewProps) {
  const { items, problems } = useBuilding()
  const [lost, setLost] = useState<readonly FhirReportLine[] | null>(null)
  const download = () => {
    const { questionnaire, report } = exportQuestionnaire(form, items, { url: form.url, timeZone })
    const content = new Blob([JSON.stringify(questionnaire, null, 2)], {
      type: 'application/fhir+json',
    })
    saveFile(`${toFileName(form.name)}.questionnaire.json`, content)
    setLost(report)
  }
  return (
    <div className="flex flex-col gap-8">
      <ImportPart timeZone={timeZone} onDone={onDone} />
      <section className="flex flex-col gap-3" aria-labelledby="questionnaire-export">
        <h3 id="questionnaire-export" className="heading-3">
          Use this form in another program
        </h3>
        <p>Downloads the form as an HL7 FHIR R4 questionnaire.</p>
        <div>
          <Button
            look="secondary"
            unavailable={items.length === 0 || problems.length > 0}
            onClick={download}
          >
            Export as FHIR
          </Button>
        </div>
        {lost?.length === 0 && <p role="status">Downloaded. Nothing was left out.</p>}
        {lost !== null && lost.length > 0 && (
          <div role="status" className="flex flex-col gap-3">
            <p>
              Downloaded. Other programs will not understand all of it. Nothing is lost if you
              import it here again.
            </p>
            <FhirReport lines={lost} />
          </div>
        )}
      </section>
    </div>
  )
}

const toFileName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'form'

function ImportPart({ timeZone, onDone }: Omit<QuestionnaireViewProps, 'form'>) {
  const { items, send } = useBuilding()
  const [pasted, setPasted] = useState('')
  const [read, setRead] = useState<ImportedQuestionnaire | null>(null)
  const [refused, setRefused] = useState<RefusedQuestionnaire | null>(null)
  const preview = useRef<HTMLElement>(null)
  const look = (text: string) => {
    const json = readJson(text)
    const outcome = 'value' in json ? importQuestionnaire(json.value, timeZone) : json
    setRefused('problem' in outcome ? outcome : null)
    setRead('problem' in outcome ? null : outcome)
    setTimeout(() => preview.current?.focus())
  }
  const use = (next: readonly FormItem[]) => {
    send({ type: 'form.replaced', items: next })
    onDone()
  }
  return (
    <section className="flex flex-col gap-4" aria-labelledby="questionnaire-import">
      <h3 id="questionnaire-import" className="heading-3">
        Import a questionnaire
      </h3>
      <p>
        Choose a questionnaire in the format HL7 FHIR R4. You see what it becomes before anything
        changes.
      </p>
      <div className="field">
        <label htmlFor="questionnaire-file" className="label">
          Questionnaire file
        </label>
        <input
          id="questionnaire-file"
          type="file"
          accept=".json,application/json,application/fhir+json"
          className="input"
          onChange={async ({ target }) => {
            const [file] = target.files ?? []
            if (file) look(await file.text())
          }}
        />
      </div>
      <TextAreaField
        id="questionnaire-text"
        label="Or paste it"
        optional
        limit={undefined}
        code
        rows={4}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
      {pasted.trim() !== '' && (
        <div>
          <Button look="secondary" onClick={() => look(pasted)}>
            Check what you pasted
          </Button>
        </div>
      )}
      {refused && <FormAlert look="banner-danger">{refused.problem}</FormAlert>}
      {refused?.report && refused.report.length > 0 && <FhirReport lines={refused.report} />}
      {read && (
        <section
          ref={preview}
          tabIndex={-1}
          aria-label="What you are about to import"
          className="builder-inset"
        >
          <h4 className="font-semibold">{read.title || 'A questionnaire without a title'}</h4>
          {read.description && <p className="whitespace-pre-line">{read.description}</p>}
          <p>
            {counted(read.items.filter(holdsAnswer).length, 'question')}.{' '}
            {items.length > 0 &&
              `${items.length === 1 ? 'It replaces the item' : `They replace the ${items.length} items`} that this form has now. You can undo this. `}
            The name, title and description of the form stay as they are.
          </p>
          <FhirReport lines={read.report} />
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => use(read.items)}>Use this questionnaire</Button>
            <Button look="quiet" onClick={() => setRead(null)}>
              Do not use it
            </Button>
          </div>
        </section>
      )}
    </section>
  )
}
