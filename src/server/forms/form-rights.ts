import { can, type PolicyAction } from '#lib/policy/policy.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { FormViewer } from './form-viewer.ts'

type FormAction = 'start' | 'change' | 'submit' | 'amend'
export type FormAppointment = { staff_id: number; status: string; starts_at: Date }

const actionsByKind = {
  patient: {
    start: 'savedForm.start',
    change: 'savedForm.change',
    submit: 'submittedForm.add',
    amend: 'submittedForm.amend',
  },
  clinician: {
    start: 'clinicianForm.start',
    change: 'clinicianForm.change',
    submit: 'clinicianForm.change',
    amend: 'clinicianForm.change',
  },
} as const satisfies Record<string, Record<FormAction, PolicyAction>>

export function mayOnForm(
  viewer: FormViewer,
  action: FormAction,
  kind: string,
  { staff_id, status, starts_at }: FormAppointment,
  now: number,
): boolean {
  if (viewer.staff) {
    const of = kind === 'clinician' ? actionsByKind.clinician : actionsByKind.patient
    return can(viewer.staff, of[action], { staffId: staff_id, status })
  }
  if (kind === 'clinician' || status !== 'booked') return false
  return action !== 'amend' || now < starts_at.getTime()
}

/**
 * Who may write a form, but not read it, is answered without what anybody answered. A draft that
 * amends holds what was submitted.
 */
export function seesAnswers(
  { staff }: FormViewer,
  kind: string,
  { staff_id, amends = null }: { staff_id: number; amends?: number | null },
): boolean {
  if (!staff) return true
  const of = { staffId: staff_id }
  if (kind === 'clinician') return can(staff, 'clinicianForm.see', of)
  return can(staff, 'savedForm.see', of) && (amends === null || can(staff, 'submittedForm.see', of))
}

export const seesSubmitted = ({ staff }: FormViewer, kind: string, staffId: number): boolean =>
  !staff ||
  can(staff, kind === 'clinician' ? 'clinicianForm.see' : 'submittedForm.see', { staffId })

const ended: Readonly<Record<string, string>> = {
  cancelled: 'This appointment was cancelled, so the form is no longer needed.',
  completed: 'This appointment has taken place. Contact the branch to add something.',
  did_not_attend: 'This appointment is marked as did not attend. Contact the branch.',
}

/** @throws Refusal `conflict` that says why nobody may do it to the form now. */
export function checkFormOpen(
  viewer: FormViewer,
  action: FormAction,
  kind: string,
  appointment: FormAppointment,
  now: number,
): void {
  if (mayOnForm(viewer, action, kind, appointment, now)) return
  throw new Refusal(
    'conflict',
    ended[appointment.status] ??
      'The appointment has started, so your answers can no longer be changed here. Tell the clinician.',
  )
}
