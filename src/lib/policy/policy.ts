import type { MayAct } from '../contract/availabilities.ts'
import type { Appointment } from '../contract/booking.ts'
import type { ClinicAppointment } from '../contract/clinic-appointments.ts'
import type { Operation } from '../contract/operation.ts'
import type { Permission } from '../contract/permissions.ts'
import type { AdviceAction } from '../contract/records/patient-advice.ts'

type Rule = {
  needs?: readonly Permission[]
  others?: readonly Permission[]
  withPin?: readonly Permission[]
  status?: readonly Appointment['status'][]
}

const seesOthers = { others: ['clinic.view_other_appointments'] } as const
const changesBooked = {
  ...seesOthers,
  needs: ['clinic.change_appointment', 'clinic.view_appointment'],
  status: ['booked'],
} as const
const seesOtherForms = { others: ['eforms.view_other_forms'] } as const
const tookPlace = ['completed', 'did_not_attend'] as const
const ended = [...tookPlace, 'cancelled'] as const

/**
 * Actions that are not granted here are denied (docs/decisions/0059). The contract and
 * `screen-access.ts` name what opens calls and screens. Rules of time stay beside the clock. A
 * person's record is answered only with the permission to see it.
 */
export const policyRules = {
  'schedule.see': seesOthers,

  'appointment.see': { ...seesOthers, needs: ['clinic.view_appointment'] },
  'appointment.change': {
    ...seesOthers,
    needs: ['clinic.change_appointment', 'clinic.view_appointment'],
  },
  'appointment.complete': { ...changesBooked, status: ['booked', 'did_not_attend'] },
  'appointment.markAsDidNotAttend': changesBooked,
  'appointment.reschedule': changesBooked,
  'appointment.changeType': {
    ...changesBooked,
    needs: [...changesBooked.needs, 'clinic.view_appointmenttype'],
  },
  'appointment.changeDuration': {
    ...changesBooked,
    needs: [...changesBooked.needs, 'clinic.override_appointment_duration'],
  },
  'appointment.cancel': {
    ...changesBooked,
    needs: ['clinic.delete_appointment', 'clinic.view_appointment'],
  },
  /**
   * It covers only one's own last change of the status, until `status_change.undo_until`. To undo a
   * reschedule is to reschedule.
   */
  'appointment.undo': { ...changesBooked, status: ended },
  'appointment.correct': {
    ...seesOthers,
    needs: [...changesBooked.needs, 'clinic.change_outcome'],
    status: ended,
  },
  'appointment.book': {
    ...seesOthers,
    needs: ['clinic.add_appointment', 'clinic.view_appointment'],
  },
  'appointment.overrideType': { needs: ['clinic.override_appointment_types'] },
  'appointment.overrideDuration': { needs: ['clinic.override_appointment_duration'] },

  'outcome.see': { ...seesOthers, needs: ['clinic.view_outcome'] },
  'outcome.add': {
    ...seesOthers,
    needs: ['clinic.add_outcome', 'clinic.view_outcome'],
    status: tookPlace,
  },
  'outcome.change': {
    ...seesOthers,
    needs: ['clinic.change_outcome', 'clinic.view_outcome'],
    status: tookPlace,
  },
  'outcome.withdraw': {
    ...seesOthers,
    needs: ['clinic.delete_outcome', 'clinic.view_outcome'],
    status: tookPlace,
  },

  'savedForm.see': { ...seesOtherForms, needs: ['eforms.view_savedform'] },
  'savedForm.start': { ...seesOtherForms, needs: ['eforms.add_savedform'], status: ['booked'] },
  'savedForm.change': { ...seesOtherForms, needs: ['eforms.change_savedform'], status: ['booked'] },
  'submittedForm.see': { ...seesOtherForms, needs: ['eforms.view_submittedform'] },
  'submittedForm.add': {
    ...seesOtherForms,
    needs: ['eforms.add_submittedform'],
    status: ['booked'],
  },
  'submittedForm.amend': {
    ...seesOtherForms,
    needs: ['eforms.change_submittedform'],
    status: ['booked', 'completed'],
  },
  'clinicianForm.see': { ...seesOtherForms, needs: ['eforms.view_clinicianform'] },
  'clinicianForm.start': {
    ...seesOtherForms,
    needs: ['eforms.add_clinicianform'],
    status: ['booked', 'completed'],
  },
  'clinicianForm.change': {
    ...seesOtherForms,
    needs: ['eforms.change_clinicianform'],
    status: ['booked', 'completed'],
  },

  /** Also needs `schedule.see` of an appointment's clinician: `adviceRights`. */
  'advice.see': { needs: ['clinic.view_patientadvice'] },
  'advice.add': { needs: ['clinic.add_patientadvice', 'clinic.view_patientadvice'] },
  'advice.change': { needs: ['clinic.change_patientadvice', 'clinic.view_patientadvice'] },
  'advice.withdraw': { needs: ['clinic.delete_patientadvice', 'clinic.view_patientadvice'] },

  'availability.create': {
    needs: ['clinic.add_availability'],
    others: ['clinic.select_user', 'clinic.create_other_availability'],
    withPin: ['clinic.select_user'],
  },
  'availability.change': {
    needs: ['clinic.change_availability'],
    others: ['clinic.edit_other_availability'],
    withPin: ['clinic.select_user'],
  },
  'availability.delete': {
    needs: ['clinic.delete_availability'],
    others: ['clinic.delete_other_availability'],
    withPin: ['clinic.select_user'],
  },
  'clinician.choose': { others: ['clinic.select_user'] },
  'room.choose': { needs: ['clinic.select_room'] },

  'hiddenTypes.see': { needs: ['clinic.view_hidden_appointment_types'] },
  'hiddenCategories.see': { needs: ['clinic.view_hidden_appointment_categories'] },
  'hiddenSites.see': { needs: ['clinic.view_hidden_sites'] },

  /** Everybody's vaccinations are seen, because what was given before matters to each dose. */
  'vaccination.see': { needs: ['clinic.view_vaccinationhistory'] },
  'vaccination.record': {
    ...seesOthers,
    needs: ['clinic.add_vaccinationhistory', 'clinic.view_vaccinationhistory'],
    status: ['booked', 'completed'],
  },
  'vaccination.correct': {
    ...seesOthers,
    needs: ['clinic.change_vaccinationhistory', 'clinic.view_vaccinationhistory'],
  },
  'vaccination.markAsEnteredInError': {
    ...seesOthers,
    needs: ['clinic.delete_vaccinationhistory', 'clinic.view_vaccinationhistory'],
  },

  /** It takes the whole record, because a receiver would take a part for the whole. */
  'patientRecord.export': {
    needs: [
      'clinic.export_patientrecord',
      'clinic.view_user',
      'clinic.view_appointment',
      'clinic.view_vaccinationhistory',
      'eforms.view_submittedform',
      'eforms.view_clinicianform',
    ],
    others: ['clinic.view_other_appointments', 'eforms.view_other_forms'],
  },

  'waitingList.change': { needs: ['clinic.change_waiting_list', 'clinic.view_waiting_list'] },

  'income.see': { needs: ['clinic.view_vaccinationhistory'] },
  'person.see': { needs: ['clinic.view_user'] },
  'person.create': { needs: ['clinic.create_user'] },
  'person.change': { needs: ['clinic.change_user', 'clinic.view_user'] },
  'access.administer': { needs: ['clinic.user_admin'] },
  'duplicatePatients.manage': { needs: ['clinic.can_manage_duplicates'] },
  'duplicateGuests.manage': { needs: ['clinic.can_manage_duplicate_guest_users'] },
  'auditTrail.see': { needs: ['admin.view_logentry'] },
  'releaseNotes.see': { needs: ['clinic.view_release_notes'] },
} as const satisfies Record<string, Rule>

export type PolicyAction = keyof typeof policyRules

export type PolicyViewer =
  | { permissions: readonly Permission[]; staff_id?: number | null }
  | { permissions: ReadonlySet<Permission>; staffId: number | null }

type PolicyRecord = { staffId?: number | null | undefined; status?: string }

/** Ask `can` where there is an action. */
export function holds(viewer: PolicyViewer | null, permission: Permission): boolean {
  if (!viewer) return false
  const { permissions } = viewer
  return 'has' in permissions ? permissions.has(permission) : permissions.includes(permission)
}

/** A call of the audience `admin` takes staff with the permissions that it names. */
export function mayCall(
  viewer: (PolicyViewer & ({ isStaff: boolean } | { is_staff: boolean })) | null,
  { permission, orPermission, andPermission }: Operation,
): boolean {
  if (!viewer) return false
  const isHeld = (needed: Permission | undefined) => needed !== undefined && holds(viewer, needed)
  const isStaff = 'isStaff' in viewer ? viewer.isStaff : viewer.is_staff
  return (
    isStaff &&
    (isHeld(permission) || isHeld(orPermission)) &&
    (andPermission === undefined || isHeld(andPermission))
  )
}

/** Lists what the actor lacks: nobody may pass on permissions that they do not hold. */
export const notHeld = (
  viewer: PolicyViewer | null,
  permissions: readonly Permission[],
): Permission[] => permissions.filter((permission) => !holds(viewer, permission))

export function permits(
  viewer: PolicyViewer | null,
  action: PolicyAction,
  record: PolicyRecord = {},
): MayAct {
  if (!viewer) return 'no'
  const { needs = [], others = [], withPin }: Rule = policyRules[action]
  const holdsAll = (permissions: readonly Permission[]) => notHeld(viewer, permissions).length === 0
  if (!holdsAll(needs)) return 'no'
  const own = 'staffId' in viewer ? viewer.staffId : viewer.staff_id
  const isOwn = typeof own === 'number' && own === record.staffId
  if (isOwn || holdsAll(others)) return 'yes'
  return withPin && holdsAll(withPin) ? 'with_pin' : 'no'
}

export function isPossible(action: PolicyAction, { status }: PolicyRecord = {}): boolean {
  const rule: Rule = policyRules[action]
  return rule.status === undefined || rule.status.some((each) => each === status)
}

export const can = (
  viewer: PolicyViewer | null,
  action: PolicyAction,
  record?: PolicyRecord,
): boolean => isPossible(action, record) && permits(viewer, action, record) === 'yes'

export const appointmentRights = (
  viewer: PolicyViewer,
  record: Required<PolicyRecord>,
): ClinicAppointment['may'] => ({
  complete: can(viewer, 'appointment.complete', record),
  mark_as_did_not_attend: can(viewer, 'appointment.markAsDidNotAttend', record),
  reschedule: can(viewer, 'appointment.reschedule', record),
  change_type: can(viewer, 'appointment.changeType', record),
  change_duration: can(viewer, 'appointment.changeDuration', record),
  cancel: can(viewer, 'appointment.cancel', record),
  write_notes: can(viewer, 'appointment.change', record),
  undo: can(viewer, 'appointment.undo', record),
  correct: can(viewer, 'appointment.correct', record),
})

type AdviceRecord = {
  staffId: number | null
  isAuthor: boolean
  isWithdrawn: boolean
}

/** Advice of an appointment is for its author, and for who may see the clinician. */
export const mayReachAdvice = (
  viewer: PolicyViewer,
  { staffId, isAuthor }: Pick<AdviceRecord, 'staffId' | 'isAuthor'>,
): boolean => isAuthor || staffId === null || can(viewer, 'schedule.see', { staffId })

/** Authors change their own with the permission to add. */
export function adviceRights(viewer: PolicyViewer, record: AdviceRecord): AdviceAction[] {
  if (record.isWithdrawn || !mayReachAdvice(viewer, record)) return []
  const may = (action: PolicyAction) => can(viewer, action)
  const changes = may('advice.change') || (record.isAuthor && may('advice.add'))
  return [
    ...(changes ? (['change', 'archive'] as const) : []),
    ...(may('advice.withdraw') ? (['withdraw'] as const) : []),
  ]
}
