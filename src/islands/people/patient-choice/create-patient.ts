import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { CreatePatientResult, EnteredDetails } from '#machines/people/new-patient.machine.ts'

/** A patient whose answer was lost may be on file: the check before the next try finds it. */
export async function createPatient(
  api: ApiClient,
  { details, isNew }: EnteredDetails,
): Promise<CreatePatientResult> {
  try {
    if (!isNew) {
      const { duplicates } = await api.call('POST admin/check-duplicate-user/', { body: details })
      if (duplicates.length > 0) return { kind: 'duplicates', duplicates, details }
    }
    return { kind: 'created', patient: await api.call('POST admin/users/', { body: details }) }
  } catch (error) {
    const { fields, detail, status } = certainRefusal(error)
    return { kind: 'refused', fields: status === 400 ? fields : { non_field_errors: [detail] } }
  }
}
