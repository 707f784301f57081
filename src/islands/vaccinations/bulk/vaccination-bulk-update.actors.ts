import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { MOST_UPDATED, type Vaccination } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { recordPage } from '#lib/page/record-page.ts'
import {
  type ChosenVaccination,
  type GatherVaccinationsResult,
  type UpdateVaccinationsInput,
  type UpdateVaccinationsResult,
  vaccinationBulkUpdateMachine,
} from '#machines/vaccinations/vaccination-bulk-update.machine.ts'

const PAGE_SIZE = 500
/** 5,000 records take seconds, and longer on a busy machine. */
const UPDATE_SECONDS = 120

type Deps = {
  api: ApiClient
  records: readonly AdminRecord[] | null
  query: URLSearchParams
}

export const vaccinationBulkUpdateWithActors = (deps: Deps) =>
  vaccinationBulkUpdateMachine.provide({
    actors: {
      gatherVaccinations: fromPromise<GatherVaccinationsResult, undefined>(() => gather(deps)),
      updateVaccinations: fromPromise<UpdateVaccinationsResult, UpdateVaccinationsInput>(
        ({ input }) => update(deps, input),
      ),
    },
  })

async function gather({ api, records, query }: Deps): Promise<GatherVaccinationsResult> {
  if (records) return { kind: 'gathered', records: records.map(chosen) }
  const found: Vaccination[] = []
  try {
    for (let page = 1; ; page += 1) {
      const { count, results } = await api.call('GET admin/vaccinationhistories/', {
        query: { ...Object.fromEntries(query), page, page_size: PAGE_SIZE, ordering: 'created' },
      })
      if (count > MOST_UPDATED) return { kind: 'tooMany' }
      found.push(...results)
      if (results.length < PAGE_SIZE) break
    }
    const changeable = found.filter(({ entered_in_error }) => entered_in_error === null)
    const unique = new Map(changeable.map((record) => [record.id, record]))
    return { kind: 'gathered', records: [...unique.values()].map(chosen) }
  } catch (error) {
    return { kind: 'refused', reason: describeReason(error) }
  }
}

function chosen(record: AdminRecord | Vaccination): ChosenVaccination {
  const vaccination = record as unknown as Vaccination
  const { id, version, patient_name, product_name, given_on } = vaccination
  return {
    id,
    version,
    name: `${patient_name}, ${product_name}, ${formatCalendarDate(given_on)}`,
    href: recordPage(vaccination),
  }
}

async function update(
  { api }: Deps,
  { records, update: requested, preview, confirmed }: UpdateVaccinationsInput,
): Promise<UpdateVaccinationsResult> {
  if (!requested) throw new Error('Nothing was chosen')
  try {
    const answer = await api.call('PUT admin/vaccinationhistories/bulk-update/', {
      body: {
        ...requested,
        records: records.map(({ id, version }) => ({ id, version })),
        preview,
        confirmed_warnings: [...confirmed],
      },
      timeoutSeconds: UPDATE_SECONDS,
    })
    return { kind: 'answered', ...answer }
  } catch (error) {
    return { kind: 'refused', reason: describeReason(error) }
  }
}

function describeReason(error: unknown): string {
  const { status, fields, detail } = certainRefusal(error)
  return status === 400 ? joinFieldErrors(fields) : detail
}
