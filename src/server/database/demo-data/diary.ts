import { addDays } from '#lib/scheduling/clinic-time.ts'
import type { PlacedType } from './catalogue.ts'
import type { PlacedPatient } from './patients.ts'
import type { Random } from './random.ts'

/** Nobody comes again sooner. */
const DAYS_BETWEEN = 3
/** Nor the demonstration's own patient, who shows what a regular visitor sees. */
const OWN_DAYS_BETWEEN = 11
const MOST_TRIES = 80
const FEMALE = 2

/** Decides who takes a time, asked in the order of the days. */
export class Diary {
  readonly #patients: readonly PlacedPatient[]
  readonly #random: Random
  readonly #notBefore = new Map<PlacedPatient, string>()
  /** What the demonstration's own patient has been to: always something new, while there is. */
  readonly #ownVisits = new Set<PlacedType>()

  /** @param patients the first is the demonstration's own. */
  constructor(patients: readonly PlacedPatient[], random: Random) {
    this.#patients = patients
    this.#random = random
  }

  /** Somebody whom the type suits and who is not due elsewhere; null where chance finds nobody. */
  patientFor(type: PlacedType, date: string): PlacedPatient | null {
    const [own, ...others] = this.#patients
    if (own && !type.hidden && !this.#ownVisits.has(type) && this.#canCome(own, type, date)) {
      this.#ownVisits.add(type)
      this.#notBefore.set(own, addDays(date, OWN_DAYS_BETWEEN))
      return own
    }
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const patient = this.#random.pick(others)
      if (!this.#canCome(patient, type, date)) continue
      this.#notBefore.set(patient, addDays(date, DAYS_BETWEEN))
      return patient
    }
    return null
  }

  #canCome(patient: PlacedPatient, type: PlacedType, date: string): boolean {
    return date >= (this.#notBefore.get(patient) ?? '') && suits(type, patient, date)
  }
}

function suits({ suits: rule = {} }: PlacedType, { gender, dob }: PlacedPatient, date: string) {
  const hadBirthday = date.slice(5) >= dob.slice(5)
  const age = Number(date.slice(0, 4)) - Number(dob.slice(0, 4)) - (hadBirthday ? 0 : 1)
  return (
    (rule.sex === undefined || gender === FEMALE) &&
    age >= (rule.youngest ?? 0) &&
    age <= (rule.oldest ?? 130)
  )
}
