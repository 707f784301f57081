import type { ExportedVaccination } from '#lib/contract/records/record-export.ts'
import { formatAdministration, formatBatch, formatNotGivenReason } from './format-vaccination.ts'

export function vaccinationLines(record: ExportedVaccination): string[] {
  const { is_historical, was_administered, dose_number, adverse_reactions } = record
  if (!was_administered) return [`Not given. ${formatNotGivenReason(record.not_given_reason)}`]
  const by = is_historical
    ? ['Given elsewhere', record.external_clinic_name, record.administered_by]
    : [record.staff_name && `Given by ${record.staff_name}`, record.site_name]
  return [
    dose_number === null ? '' : `Dose ${dose_number}`,
    formatAdministration(record),
    formatBatch(record),
    by.filter(Boolean).join(', '),
    adverse_reactions && `Reactions: ${adverse_reactions}`,
  ].filter(Boolean)
}
