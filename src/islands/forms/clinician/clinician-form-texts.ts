import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'

export const clinicianFormTexts: Record<ClinicianForm['status'], string> = {
  in_progress: 'In progress',
  completed: 'Completed',
  amended: 'Amended',
}
