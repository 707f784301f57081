import { ageOn } from '#lib/dates/age.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import type { InsertedType } from './catalogue.ts'
import type { InsertedPatient } from './patients.ts'
import type { Random } from './random.ts'

const DAYS_BETWEEN = 3
const OWN_DAYS_BETWEEN = 11
const MOST_TRIES = 80
const FEMALE = 2

export class Diary {
  readonly #patients: readonly InsertedPatient[]
  readonly #random: Random
  readonly #notBefore = new Map<InsertedPatient, string>()
  readonly #visits = new Map<InsertedPatient, Map<InsertedType, string>>()

  /** @param patients begins with the demonstration's own. */
  constructor(patients: readonly InsertedPatient[], random: Random) {
    this.#patients = patients
    this.#random = random
  }

  /** Finds somebody whom the type suits and who is free; null where chance finds nobody. */
  patientFor(type: InsertedType, date: string): InsertedPatient | null {
    const [own, ...others] = this.#patients
    const isNew = own && !this.#visits.get(own)?.has(type)
    if (own && !type.hidden && isNew && this.#canCome(own, type, date)) {
      return this.#enter(own, type, date, OWN_DAYS_BETWEEN)
    }
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const patient = this.#random.pick(others)
      if (this.#canCome(patient, type, date)) {
        return this.#enter(patient, type, date, DAYS_BETWEEN)
      }
    }
    return null
  }

  #enter(patient: InsertedPatient, type: InsertedType, date: string, daysBetween: number) {
    this.#notBefore.set(patient, addDays(date, daysBetween))
    const visits = this.#visits.get(patient) ?? new Map()
    this.#visits.set(patient, visits.set(type, date))
    return patient
  }

  #canCome(patient: InsertedPatient, type: InsertedType, date: string): boolean {
    const last = this.#visits.get(patient)?.get(type)
    const isAgain =
      last === undefined ||
      (type.againAfterDays !== undefined && date >= addDays(last, type.againAfterDays))
    return isAgain && date >= (this.#notBefore.get(patient) ?? '') && suits(type, patient, date)
  }
}

function suits({ suits: rule = {} }: InsertedType, { gender, dob }: InsertedPatient, date: string) {
  const age = ageOn(date, dob)
  return (
    (rule.sex === undefined || gender === FEMALE) &&
    age >= (rule.youngest ?? 0) &&
    age <= (rule.oldest ?? 130)
  )
}
