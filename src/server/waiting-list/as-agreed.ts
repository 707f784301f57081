import { type Audience, withoutNotice } from '../booking/booking-rules.ts'
import { visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Services } from '../services.ts'

// What was agreed when the patient joined, by a key perhaps.
const SEES_ALL = visibilityOfVisitor(true)

export const asAgreed = (services: Pick<Services, 'settings' | 'now'>): Audience =>
  withoutNotice(services, SEES_ALL)
