import { z } from 'zod'
import { ageOn } from '#lib/dates/age.ts'
import { daysBetween } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import histories from '../patient-histories.json' with { type: 'json' }

/** The demonstration's appointments of everybody begin 90 days ago; a history ends before them. */
const LATEST_VISIT = 95
const DAYS_IN_YEAR = 365.25
const A_YEAR = 364

const text = z.string()
const days = z.int()

const historyAdvice = z.strictObject({
  text,
  categories: z.tuple([text], text),
  pinned: z.boolean().optional(),
  favourite: z.boolean().optional(),
  /** Days after it was written. */
  archivedAfter: days.optional(),
  withdrawn: z.strictObject({ after: days, reason: text }).optional(),
})

const historyDose = z.strictObject({
  product: text,
  number: z.int().optional(),
  /** Days until the next dose. */
  nextIn: days.optional(),
  notGiven: text.optional(),
  reaction: text.optional(),
  /** Why the record was marked as entered in error. */
  wrong: text.optional(),
})

/** An appointment in the past; it took place unless `ended` says otherwise. `ago`: in days. */
const historyVisit = z.strictObject({
  ago: days,
  service: text,
  ended: z.enum(['did_not_attend', 'cancelled']).optional(),
  notes: text.optional(),
  /** What the patient is allergic to, as stated then; none: no known allergies. */
  allergies: z.array(text).optional(),
  doses: z.array(historyDose).optional(),
  outcome: text.optional(),
  /** Letters that replaced the first one, `ago` days ago. */
  replacedBy: z.array(z.strictObject({ outcome: text, ago: days, reason: text })).optional(),
  advice: z.array(historyAdvice).optional(),
})

const reportedDose = z.strictObject({
  ago: days,
  product: text,
  clinic: text,
  address: text,
  batch: text.optional(),
})

/** Flu vaccinations of the latest autumns, of which one can be put off for three weeks, one missed. */
const flu = z.strictObject({
  autumns: z.int(),
  service: text.default('flu-vaccination'),
  postponed: z.int().optional(),
  missed: z.int().optional(),
  latest: z.strictObject({ reaction: text, advice: z.array(historyAdvice) }).optional(),
})

/** Somebody whose record goes back for years. */
const patientHistory = z.strictObject({
  person: z.strictObject({
    /** Signs in to the demonstration. */
    username: text.optional(),
    title: text,
    first_name: text,
    last_name: text,
    gender: z.int(),
    /** In years. */
    age: z.number(),
    address1: text,
    city: text,
    postcode: text,
    /** Books through somebody else, or by telephone. */
    is_guest: z.literal(true).optional(),
  }),
  flu: flu.optional(),
  visits: z.array(historyVisit),
  /** Doses that were given at other clinics. */
  reported: z.array(reportedDose).optional(),
})

export type HistoryAdvice = z.infer<typeof historyAdvice>
export type HistoryDose = z.infer<typeof historyDose>
export type HistoryVisit = z.infer<typeof historyVisit>
export type ReportedDose = z.infer<typeof reportedDose>
export type PatientHistory = ReturnType<typeof readPatientHistories>[number]

/** The histories as they are on a day. */
export const readPatientHistories = (today: string) =>
  z
    .array(patientHistory)
    .parse(histories)
    .map(({ person: { age, ...person }, flu, visits, reported }) => {
      const dob = addDays(today, -Math.round(age * DAYS_IN_YEAR))
      const autumns = flu ? fluVisits(flu, { today, dob }) : []
      return { person: { ...person, dob }, visits: [...autumns, ...visits], reported }
    })

function fluVisits(
  { autumns, service, postponed, missed, latest }: z.infer<typeof flu>,
  person: { today: string; dob: string },
): HistoryVisit[] {
  const visits = fluVaccinations(autumns, service, person)
  const later = (
    index: number | undefined,
    after: number,
    visit: Omit<HistoryVisit, 'ago' | 'service'>,
  ) =>
    (index === undefined ? [] : visits.slice(index, index + 1)).map(({ ago }) => ({
      ago: ago + after,
      service,
      ...visit,
    }))
  return [
    ...visits.map((visit, index) =>
      index === 0 && latest
        ? {
            ...visit,
            doses: visit.doses?.map((dose) => ({
              ...dose,
              reaction: latest.reaction,
            })),
            advice: latest.advice,
          }
        : visit,
    ),
    ...later(postponed, 21, {
      outcome: 'Vaccination not given',
      doses: [{ product: 'fluAdjuvanted', notGiven: 'A cold with a fever.' }],
    }),
    ...later(missed, 14, { ended: 'did_not_attend' }),
  ]
}

/** Flu vaccinations of the latest autumns, each asking for the next one of its product. */
function fluVaccinations(
  autumns: number,
  service: string,
  { today, dob }: { today: string; dob: string },
): HistoryVisit[] {
  const thisYear = Number(today.slice(0, 4))
  const productOn = (date: string) => (ageOn(date, dob) >= 65 ? 'fluAdjuvanted' : 'flu')
  return Array.from({ length: autumns + 1 }, (_, years) => `${thisYear - years}-10-12`)
    .filter((date) => daysBetween(date, today) >= LATEST_VISIT)
    .slice(0, autumns)
    .map((date) => {
      const product = productOn(date)
      const isSameNext = productOn(addDays(date, A_YEAR)) === product
      return {
        ago: daysBetween(date, today),
        service,
        doses: [{ product, ...(isSameNext && { nextIn: A_YEAR }) }],
        outcome: 'Vaccination given',
      }
    })
}
