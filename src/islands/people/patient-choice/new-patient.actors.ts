import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { refusalOf } from '#lib/api/refusals.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { UserCreate } from '#lib/contract/users.ts'
import {
  type CheckDuplicateResult,
  type CreatePatientResult,
  newPatientMachine,
} from '#machines/people/new-patient.machine.ts'

type Details = { details: UserCreate | null }

export function newPatientWithActors(api: ApiClient) {
  return newPatientMachine.provide({
    actors: {
      checkDuplicate: fromPromise<CheckDuplicateResult, Details>(({ input }) =>
        orRefused(async (): Promise<CheckDuplicateResult> => {
          const body = entered(input)
          const { duplicates } = await api.call('POST admin/check-duplicate-user/', { body })
          return duplicates.length > 0 ? { kind: 'duplicates', duplicates } : { kind: 'unknown' }
        }),
      ),
      createPatient: fromPromise<CreatePatientResult, Details>(({ input }) =>
        orRefused(async (): Promise<CreatePatientResult> => {
          const patient = await api.call('POST admin/users/', { body: entered(input) })
          return { kind: 'created', patient }
        }),
      ),
    },
  })
}

function entered({ details }: Details): UserCreate {
  if (!details) throw new Error('Nothing was entered')
  return details
}

async function orRefused<T>(
  work: () => Promise<T>,
): Promise<T | { kind: 'refused'; fields: FieldErrors }> {
  try {
    return await work()
  } catch (error) {
    const { fields, detail, status } = refusalOf(error)
    return {
      kind: 'refused',
      fields: status === 400 ? fields : { non_field_errors: [detail] },
    }
  }
}
