import { adminOperations } from './admin/admin-operations.ts'
import { adminLists, adminResources } from './admin/admin-resources.ts'
import { categoryMoveOperations } from './admin/appointment-categories.ts'
import { correctionDecisionOperations } from './admin/correction-requests.ts'
import { messageRetryOperations } from './admin/messages.ts'
import { deliveryRetryOperations } from './admin/webhook-deliveries.ts'
import { webhookOperations } from './admin/webhooks.ts'
import { auditOperations } from './audit.ts'
import { availabilityOperations } from './availabilities.ts'
import { bookingOperations } from './booking.ts'
import { calendarFeedOperations } from './calendar-feeds.ts'
import { catalogueOperations } from './catalogue.ts'
import { clinicAppointmentOperations } from './clinic-appointments.ts'
import { competencyOperations } from './competencies.ts'
import { correctionRequestOperations } from './correction-requests.ts'
import { effectivePermissionOperations } from './effective-permissions.ts'
import { filledFormOperations } from './forms/filled-forms.ts'
import { formFileOperations } from './forms/form-file-operations.ts'
import { identityOperations } from './identity.ts'
import { duplicateOperations } from './merging.ts'
import { messageOperations } from './messages.ts'
import type { OperationRequest } from './operation.ts'
import { orphanedOperations } from './orphaned-appointments.ts'
import { outcomeOperations } from './outcomes.ts'
import { peopleOperations } from './people.ts'
import { plannerOperations } from './planner.ts'
import { patientAdviceOperations } from './records/patient-advice.ts'
import { patientRecordOperations } from './records/patient-records.ts'
import { recordExportOperations } from './records/record-export.ts'
import { vaccinationOperations } from './records/vaccination-operations.ts'
import { reportingOperations } from './reporting.ts'
import { scheduleOperations } from './schedule.ts'
import { slotHoldOperations } from './slot-holds.ts'
import { userOperations } from './users.ts'
import { waitingListOperations } from './waiting-list.ts'

export const contract = {
  ...catalogueOperations,
  ...peopleOperations,
  ...bookingOperations,
  ...slotHoldOperations,
  ...waitingListOperations,
  ...identityOperations,
  ...competencyOperations,
  ...auditOperations,
  ...reportingOperations,
  ...availabilityOperations,
  ...orphanedOperations,
  ...userOperations,
  ...correctionRequestOperations,
  ...duplicateOperations,
  ...effectivePermissionOperations,
  ...clinicAppointmentOperations,
  ...filledFormOperations,
  ...formFileOperations,
  ...patientAdviceOperations,
  ...outcomeOperations,
  ...messageOperations,
  ...plannerOperations,
  ...scheduleOperations,
  ...calendarFeedOperations,
  ...adminOperations([...adminLists, ...adminResources]),
  ...vaccinationOperations,
  ...messageRetryOperations,
  ...correctionDecisionOperations,
  ...webhookOperations,
  ...deliveryRetryOperations,
  ...patientRecordOperations,
  ...recordExportOperations,
  ...categoryMoveOperations,
}

export type Contract = typeof contract
export type OperationKey = keyof Contract

/** The body of a call as its handler receives it. */
export type OperationBody<K extends OperationKey> = OperationRequest<Contract[K]>['body']
