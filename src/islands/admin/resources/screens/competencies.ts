import { competencies } from '#lib/contract/admin/competencies.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const competencyScreen: AdminScreen = {
  of: competencies,
  lead: 'Training and skills that clinicians need for an appointment. Each appointment type lists the ones it needs.',
  columns: [{ field: 'name', width: 30 }],
  sections: [{ fields: [{ field: 'name', kind: 'text' }] }],
  filters: [],
}
