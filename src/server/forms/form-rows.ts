import { type InferResult, sql } from 'kysely'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { RaisedAlert } from '#lib/forms/evaluate-form.ts'
import type { Database, Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import type { FormViewer } from './form-viewer.ts'

const joined = (source: Pick<Executor, 'selectFrom'>) =>
  source
    .selectFrom('saved_form')
    .innerJoin('appointment', 'appointment.id', 'saved_form.appointment_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .innerJoin('eform', 'eform.id', 'saved_form.eform_id')
    .innerJoin('eform_version as version', (join) =>
      join
        .onRef('version.eform_id', '=', 'saved_form.eform_id')
        .onRef('version.edition', '=', 'saved_form.edition')
        .onRef('version.subversion', '=', 'saved_form.subversion'),
    )
    .where('appointment.status', '<>', sql.lit('held'))
    .select([
      'saved_form.appointment_id',
      'saved_form.eform_id',
      'saved_form.edition',
      'saved_form.subversion',
      'appointment.patient_id',
      'appointment.staff_id',
      'appointment.status',
      'appointment.starts_at',
      'site.telephone as site_telephone',
      'eform.name as eform_name',
      'eform.is_vaccination_form',
      'version.title as eform_title',
      estimateMinutes('version').as('minutes'),
    ])
    .$narrowType<{ patient_id: number }>()

/** Drafts and forms that were submitted; `answers` are left out, and null stands for no draft. */
export const savedFormRows = (source: Pick<Executor, 'selectFrom'>, viewer: FormViewer) =>
  joined(source)
    .innerJoin('person as saver', 'saver.id', 'saved_form.saved_by')
    .where(viewer.sees)
    .where(viewer.seesForm)
    .select([
      'saved_form.id',
      'saved_form.kind',
      'saved_form.revision',
      'saved_form.started',
      'saved_form.saved',
      'saved_form.saved_by',
      'saved_form.amends',
      'saver.full_name as saved_by_name',
      sql<boolean>`saved_form.answers is not null`.as('is_draft'),
      sql<number | null>`(
        select max(id) from submitted_form where saved_form_id = saved_form.id)`.as(
        'submitted_form_id',
      ),
    ])
export type SavedFormRow = InferResult<ReturnType<typeof savedFormRows>>[number]

export const submittedFormRows = (
  source: Pick<Executor, 'selectFrom'>,
  viewer: Pick<FormViewer, 'sees' | 'seesForm'>,
) =>
  joined(source)
    .innerJoin('submitted_form', 'submitted_form.saved_form_id', 'saved_form.id')
    .innerJoin('person as submitter', 'submitter.id', 'submitted_form.submitted_by')
    .leftJoin('submitted_form as amendment', 'amendment.replaces', 'submitted_form.id')
    .where(viewer.sees)
    .where(viewer.seesForm)
    .select([
      'submitted_form.id',
      'submitted_form.saved_form_id',
      'submitted_form.alerts',
      'submitted_form.submitted',
      'submitted_form.submitted_role',
      'submitted_form.replaces',
      'submitted_form.reason',
      'submitter.full_name as submitted_by_name',
      'amendment.id as replaced_by',
      'saved_form.kind',
    ])
    .$narrowType<{ alerts: RaisedAlert[]; submitted_role: 'guest' | 'patient' | 'staff' }>()
export type SubmittedFormRow = InferResult<ReturnType<typeof submittedFormRows>>[number]

type Version = { eform_id: number; edition: number; subversion: number }
type VersionContent = { description: string; items: FormItem[] }

/** Versions never change, and every autosave needs one. */
const knownVersions = new WeakMap<Database, Map<string, VersionContent>>()
const MOST_KNOWN = 200

/** `keep_eform_version` stores each version. */
export async function versionContent(
  { services }: Pick<Call, 'services'>,
  executor: Executor,
  { eform_id, edition, subversion }: Version,
): Promise<VersionContent> {
  const known = knownVersions.get(services.db) ?? new Map<string, VersionContent>()
  knownVersions.set(services.db, known)
  const name = `${eform_id}.${edition}.${subversion}`
  const earlier = known.get(name)
  if (earlier) return earlier
  const { description, form_definition } = await executor
    .selectFrom('eform_version')
    .select(['description', 'form_definition'])
    .where('eform_id', '=', eform_id)
    .where('edition', '=', edition)
    .where('subversion', '=', subversion)
    .executeTakeFirstOrThrow()
  const content = { description, items: form_definition as FormItem[] }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, content)
  return content
}

export async function draftAnswers(executor: Executor, id: number): Promise<Answers | null> {
  const { answers } = await executor
    .selectFrom('saved_form')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return answers as Answers | null
}

export async function submittedAnswers(executor: Executor, id: number): Promise<Answers> {
  const { answers } = await executor
    .selectFrom('submitted_form')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return answers as Answers
}

/** Three questions take a minute. Of a row of `eform` or `eform_version` by this name. */
export const estimateMinutes = (row: 'eform' | 'version') => sql<number>`greatest(1, ceil((
  select count(*) from json_array_elements(${sql.ref(`${row}.form_definition`)}) as item
  where item ->> 'type' not in ('heading', 'paragraph', 'page')) / 3.0))::integer`
