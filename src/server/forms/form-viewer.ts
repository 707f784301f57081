import { type RawBuilder, sql } from 'kysely'
import { can, type PolicyAction, permits } from '#lib/policy/policy.ts'
import { type AuditActor, toAuditActor } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { findGuest, findLinkedAppointment } from '../identity/guest-links.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { Refusal } from '../refusals/refusal.ts'

export type FormViewer = {
  audience: 'public' | 'private' | 'admin'
  actor: AuditActor & { id: number }
  /** It is a condition on rows of `appointment`. Staff see all; `checkMayForm` decides. */
  sees: RawBuilder<boolean>
  /** It is another condition, on rows of `saved_form`. */
  seesForm: RawBuilder<boolean>
  /** The holder of a link never said whose record it is, so it fills in nothing. */
  isLink: boolean
  /** It is false for the link of a record that is merged with another (docs/decisions/0037). */
  seesOutcomes: boolean
  patientName: string | null
  staff: SignedIn | null
}

export type FindViewer = (executor: Executor) => Promise<FormViewer>

export const everything = sql<boolean>`true`

export const staffViewer =
  (call: SignedInCall): FindViewer =>
  async () => ({
    audience: 'admin',
    actor: toAuditActor(call.viewer),
    sees: everything,
    seesForm: everything,
    isLink: false,
    seesOutcomes: true,
    patientName: null,
    staff: call.viewer,
  })

export const patientViewer =
  (call: SignedInCall): FindViewer =>
  async () => ({
    audience: 'private',
    actor: toAuditActor(call.viewer),
    sees: sql<boolean>`appointment.patient_id = ${call.viewer.personId}`,
    seesForm: everything,
    isLink: false,
    seesOutcomes: true,
    patientName: null,
    staff: null,
  })

export const guestViewer =
  (call: Call): FindViewer =>
  async (executor) => {
    const token = call.headers['Guest-User-Access-Token'] ?? ''
    const link = await findLinkedAppointment(executor, token)
    if (!link) {
      const { id } = await findGuest(executor, token)
      return {
        ...ofGuest(id),
        sees: sql<boolean>`appointment.patient_id = ${id}`,
        seesForm: everything,
        isLink: false,
        seesOutcomes: true,
        patientName: null,
      }
    }
    const isOfActive = sql`exists (
      select from person where person.id = appointment.patient_id and person.is_active)`
    return {
      ...ofGuest(link.issued_to),
      sees: sql<boolean>`(appointment.id = ${link.appointment_id} and ${isOfActive})`,
      // Of a merged record, what its holder filled in and nothing of the other person's
      // (docs/decisions/0037).
      seesForm: link.stands_alone ? everything : filledInBy(link.issued_to),
      isLink: true,
      seesOutcomes: link.stands_alone,
      patientName: link.issued_name,
    }
  }

const filledInBy = (personId: number) => sql<boolean>`(
  saved_form.started_by = ${personId} and saved_form.saved_by = ${personId}
  and not exists (
    select from submitted_form
    where saved_form_id = saved_form.id and submitted_by <> ${personId}))`

const ofGuest = (id: number) => ({
  audience: 'public' as const,
  actor: { id, role: 'guest' as const },
  staff: null,
})

/** One transaction, tried again where others are in its way. */
export const withViewer = <Answer>(
  { services }: Call,
  findViewer: FindViewer,
  work: (tx: Executor, viewer: FormViewer) => Promise<Answer>,
): Promise<Answer> =>
  retried(() =>
    services.db.transaction().execute(async (tx) => await work(tx, await findViewer(tx))),
  ).catch(explainBroken)

/** For staff alone: patients and guests see their own forms. @throws Refusal `not_allowed`. */
export function checkMayForm({ staff }: FormViewer, action: PolicyAction, staffId: number): void {
  if (!staff || permits(staff, action, { staffId }) === 'yes') return
  throw new Refusal(
    'not_allowed',
    can(staff, 'submittedForm.see', { staffId }) || can(staff, 'clinicianForm.see', { staffId })
      ? 'You do not have permission to do this with the form.'
      : 'You can only see forms of your own appointments.',
  )
}
