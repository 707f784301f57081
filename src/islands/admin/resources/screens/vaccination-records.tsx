import type { ReactNode } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { type Vaccination, vaccinationRecords } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { recordPage } from '#lib/page/record-page.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { inColumn } from './instant-cell.ts'

type Clinic = { timeZone: string }
const cell =
  (of: (record: Vaccination, clinic: Clinic) => ReactNode) =>
  (record: AdminRecord, clinic: Clinic) =>
    of(record as unknown as Vaccination, clinic)

const day = (date: string | null) => date && formatCalendarDate(date)

const when = ({ date_administered, given_on, is_historical }: Vaccination, clinic: Clinic) =>
  is_historical ? formatCalendarDate(given_on) : inColumn(date_administered, clinic.timeZone)

const STATES = {
  given: 'Given',
  not_given: 'Not given',
  historical: 'Given elsewhere',
  entered_in_error: 'Entered in error',
}

function toState(record: Vaccination): keyof typeof STATES {
  if (record.entered_in_error !== null) return 'entered_in_error'
  if (record.is_historical) return 'historical'
  return record.was_administered ? 'given' : 'not_given'
}

const LOOKS = {
  given: 'tag tag-ok',
  not_given: 'tag tag-warn',
  historical: 'tag',
  entered_in_error: 'tag tag-danger',
}

export const vaccinationRecordScreen: AdminScreen = {
  of: vaccinationRecords,
  lead: 'All vaccinations: given, not given, and given elsewhere. For a recall, filter by batch and download the list.',
  columns: [
    { field: 'date_administered', width: 13, cell: cell(when) },
    { field: 'patient_name', width: 11 },
    { field: 'product_name', width: 14 },
    { field: 'batch_number', width: 8 },
    {
      field: 'state',
      width: 9,
      cell: cell((record) => (
        <span className={LOOKS[toState(record)]}>{STATES[toState(record)]}</span>
      )),
    },
    { field: 'staff_name', width: 10 },
    { field: 'site_name', width: 10 },
    {
      field: 'expiry_date',
      width: 10,
      hiddenAtFirst: true,
      cell: cell(({ expiry_date }) => day(expiry_date)),
    },
    { field: 'dose_number', width: 6, hiddenAtFirst: true },
    {
      field: 'booster_due_date',
      width: 10,
      hiddenAtFirst: true,
      cell: cell(({ booster_due_date }) => day(booster_due_date)),
    },
  ],
  sections: [],
  filters: [
    { kind: 'period', name: 'date_administered', label: 'Days', names: ['from', 'to'] },
    {
      kind: 'reference',
      name: 'vaccine_product_id',
      label: 'Vaccine',
      from: { from: 'vaccineproducts', label: 'name' },
      only: 'clinic.view_vaccineproduct',
    },
    { kind: 'text', name: 'batch_number', label: 'Batch' },
    {
      kind: 'reference',
      name: 'site_id',
      label: 'Site',
      from: { from: 'sites', label: 'name' },
      only: 'clinic.view_site',
    },
    {
      kind: 'reference',
      name: 'staff_id',
      label: 'Given by',
      from: { from: 'staff', label: 'full_name' },
      only: 'clinic.view_staff',
    },
    {
      name: 'state',
      label: 'State',
      choices: [
        { value: '', label: 'All but entered in error' },
        ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
      ],
    },
  ],
  order: '-date_administered',
  pageOf: (record) => recordPage(record as unknown as Vaccination),
  recordTools: [
    {
      name: 'appointment',
      label: 'Appointment',
      only: 'clinic.view_appointment',
      inRow: true,
      isFor: ({ appointment_id }) => appointment_id !== null,
      load: async () =>
        (await import('../../../vaccinations/bulk/AppointmentOfVaccination.tsx'))
          .AppointmentOfVaccination,
    },
  ],
  many: {
    label: 'Change',
    only: 'clinic.change_vaccinationhistory',
    load: async () =>
      (await import('../../../vaccinations/bulk/VaccinationBulkDialog.tsx')).VaccinationBulkDialog,
  },
}
