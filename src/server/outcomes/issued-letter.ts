import { isDeepStrictEqual } from 'node:util'
import { addressLines } from '#lib/text/address-lines.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { FormViewer } from '../forms/form-viewer.ts'
import type { Call } from '../http/implement.ts'
import { asDeclared } from '../identity/guest-links.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Settings } from '../settings.ts'
import {
  type LetterContent,
  letterContent,
  letterContext,
  siteAddress,
  withheldFrom,
} from './letter-context.ts'
import { type LetterSubject, letterSubject } from './letter-subject.ts'
import type { RecordedLetterRow } from './outcome-rows.ts'
import { namesInLetter, renderLetter } from './render-letter.ts'

const letterSettings = ({ CLINIC_TIME_ZONE, publicUrl }: Settings) => ({
  CLINIC_TIME_ZONE,
  publicUrl,
})

type IssuedLetter = {
  subject: LetterSubject
  content: LetterContent
  /**
   * It is that of the installation; earlier letters give its times and address as they are today.
   */
  settings?: ReturnType<typeof letterSettings>
}

async function letterOfToday(
  executor: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
): Promise<IssuedLetter> {
  const letter = {
    subject: await letterSubject(executor, appointmentId),
    content: await letterContent(executor, call, appointmentId),
    settings: letterSettings(call.services.settings),
  }
  return JSON.parse(JSON.stringify(letter)) as IssuedLetter
}

/** Keeps what the letters of the outcomes say that an appointment has just been given. */
export async function issueLetters(
  tx: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
): Promise<void> {
  const issued = await letterOfToday(tx, call, appointmentId)
  await tx
    .updateTable('appointment_outcome_given')
    .set({ issued: issued as unknown as JsonObject })
    .where('appointment_id', '=', appointmentId)
    .where('issued', 'is', null)
    .where('ended', 'is', null)
    .execute()
}

/** An outcome that was recorded before letters were stored says from now on what it says today. */
export async function issuedLetter(
  executor: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
  { id, issued }: { id: number; issued: unknown },
): Promise<IssuedLetter> {
  if (issued !== null) return issued as IssuedLetter
  const letter = await letterOfToday(executor, call, appointmentId)
  await executor
    .updateTable('appointment_outcome_given')
    .set({ issued: letter as unknown as JsonObject })
    .where('id', '=', id)
    .where('issued', 'is', null)
    .execute()
  return letter
}

type Recorded = Pick<
  RecordedLetterRow,
  'id' | 'name' | 'given' | 'template_code' | 'template_path' | 'issued'
>
type Viewer = Pick<FormViewer, 'audience' | 'patientName'>

const WITHHELD_PARTS = {
  forms: { names: ['forms', 'answers'], text: 'answers of forms' },
  vaccinations: { names: ['vaccinations'], text: 'vaccinations' },
  advice: { names: ['advice'], text: 'advice' },
} as const

/** Staff read in a letter no more than elsewhere. @throws Refusal `not_allowed`. */
export async function checkMayReadLetter(
  { staff }: Pick<FormViewer, 'staff'>,
  staffId: number,
  row: Pick<Recorded, 'template_code' | 'template_path'>,
  { content }: IssuedLetter,
): Promise<void> {
  if (!staff) return
  const withheld = withheldFrom(staff, staffId)
  const used = await namesInLetter(row)
  const closed = (['forms', 'vaccinations', 'advice'] as const).filter(
    (part) =>
      withheld[part] &&
      content[part].length > 0 &&
      WITHHELD_PARTS[part].names.some((name) => used.has(name)),
  )
  if (closed.length === 0) return
  const text = closed.map((part) => WITHHELD_PARTS[part].text).join(' and ')
  throw new Refusal(
    'not_allowed',
    `This letter has ${text} that you do not have permission to see.`,
  )
}

export async function letterFor(
  { services }: Pick<Call, 'services'>,
  viewer: Viewer,
  row: Recorded,
  { subject, content, settings = services.settings }: IssuedLetter,
) {
  const { person, appointment, gp_surgery } = subjectFor(viewer, subject)
  const seen = { person, appointment, gp_surgery }
  return {
    html: await renderLetter(row, letterContext(settings, seen, content, row)),
    patient: {
      full_name: person.full_name,
      dob: person.dob,
      nhs_number: person.nhs_number,
      address: addressLines(person),
    },
    appointment: {
      appointment_type_name: appointment.type_name,
      start: appointment.start,
      end: appointment.end,
    },
    site: {
      name: appointment.site_name,
      address: siteAddress(appointment),
      telephone: appointment.site_telephone,
      email: appointment.site_email,
    },
    clinician_name: appointment.clinician_name,
  }
}

/** Issued today, it would say the same. @throws Refusal `conflict` as `renderLetter`. */
export async function isStillCurrent(
  executor: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
  row: Recorded,
): Promise<boolean> {
  const byStaff = { audience: 'admin', patientName: null } as const
  const [issued, today] = [
    await issuedLetter(executor, call, appointmentId, row),
    await letterOfToday(executor, call, appointmentId),
  ]
  return isDeepStrictEqual(
    await letterFor(call, byStaff, row, issued),
    await letterFor(call, byStaff, row, today),
  )
}

/**
 * Guests read of their record what guests declared; the holder of a link is called as when it was
 * issued (docs/decisions/0037).
 */
function subjectFor(
  { audience, patientName }: Pick<FormViewer, 'audience' | 'patientName'>,
  { person, appointment, gp_surgery }: LetterSubject,
): LetterSubject {
  const known = audience === 'public' ? asDeclared(person) : person
  const isRenamed = patientName !== null && patientName !== known.full_name
  const surgeryId = appointment.gp_surgery_id ?? known.gp_surgery_id
  return {
    person: isRenamed
      ? { ...known, full_name: patientName, first_name: patientName, last_name: '', title: '' }
      : known,
    appointment,
    gp_surgery: gp_surgery?.id === surgeryId ? gp_surgery : undefined,
  }
}
