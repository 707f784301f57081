import { sql } from 'kysely'
import type { z } from 'zod'
import type { VaccinationState } from '#lib/contract/records/vaccinations.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import type { Columns, Filter, Rows, StoreParts } from '../admin/store.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { fieldHas, isNamed, splitSearchWords } from '../resources/search-words.ts'
import { presentVaccination, type VaccinationRow, vaccinationRows } from './vaccination-rows.ts'

const conditions: Record<z.infer<typeof VaccinationState>, string> = {
  given: 'was_administered and not is_historical and entered_in_error is null',
  not_given: 'not was_administered and entered_in_error is null',
  historical: 'is_historical and entered_in_error is null',
  entered_in_error: 'entered_in_error is not null',
}

const byState: Filter = (rows, state) =>
  rows.where(sql<boolean>`${sql.raw(conditions[state as keyof typeof conditions])}`)

const byDay =
  (toDay: (date: string) => string, comparison: '>=' | '<'): Filter =>
  (rows, date) =>
    rows.where(sql<boolean>`given_on ${sql.raw(comparison)} ${toDay(String(date))}::date`)

export const vaccinationStore: StoreParts = {
  table: 'vaccination_history',
  read: {
    rows: (executor) => vaccinationRows(executor) as unknown as Rows,
    present: (row, call) =>
      presentVaccination(row as unknown as VaccinationRow, call) as unknown as Columns,
  },
  list: {
    isLong: true,
    // Finds the patients first, because they are fewer than their vaccinations.
    search: async (rows, text) => {
      const found = splitSearchWords(text).reduce(
        (narrowed, word) =>
          narrowed.where(
            sql<boolean>`(patient_id = any(array(select id from person where ${isNamed(word)}))
              or ${fieldHas('batch_number', word)})`,
          ),
        rows,
      )
      return { rows: found, named: undefined }
    },
    filters: {
      from: byDay((date) => date, '>='),
      to: byDay((date) => addDays(date, 1), '<'),
      state: byState,
    },
  },
  file: {
    exported: {
      columns: {
        Number: (row) => row['id'],
        Date: (row) => row['given_on'],
        'Given (UTC)': (row) => row['date_administered'],
        Patient: (row) => row['patient_name'],
        'Patient (person number)': (row) => row['patient_id'],
        Vaccine: (row) => row['product_name'],
        Batch: (row) => row['batch_number'],
        'Expiry date': (row) => row['expiry_date'],
        Manufacturer: (row) => row['manufacturer'],
        Dose: (row) => row['dose_number'],
        Route: (row) => row['route_of_administration'],
        'Body site': (row) => row['site_of_administration'],
        Given: (row) => row['was_administered'],
        'Not given because': (row) => row['not_given_reason'],
        'Given by': (row) => row['clinician_name'] ?? row['administered_by'],
        Site: (row) => row['site_name'],
        'Given elsewhere': (row) => row['is_historical'],
        'Other clinic': (row) => row['external_clinic_name'],
        'Next dose due': (row) => row['booster_due_date'],
        'Entered in error': (row) => row['entered_in_error'] !== null,
      } as CsvColumns<Columns>,
      lineOf: () => (row) => row,
    },
  },
}
