import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import type {
  VaccinationRecordingContext,
  VaccinationRecordingEvent,
} from '#machines/vaccinations/vaccination-recording.types.ts'

export type SectionProps = {
  start: VaccinationStart
  context: VaccinationRecordingContext
  pending: boolean
  send: (event: VaccinationRecordingEvent) => void
}
