import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'

export const clinicianFormWords: Record<ClinicianForm['status'], string> = {
  in_progress: 'In progress',
  completed: 'Completed',
  amended: 'Amended',
}
