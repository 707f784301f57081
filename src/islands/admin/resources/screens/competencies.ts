import { competencies } from '#lib/contract/admin/competencies.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const competencyScreen: AdminScreen = {
  of: competencies,
  lead: 'What a clinician must hold to take an appointment. Each appointment type says which it needs.',
  columns: [{ field: 'name', width: 30 }],
  sections: [{ fields: [{ field: 'name', kind: 'text' }] }],
  filters: [],
}
