/*
 * The waiting list as plainly as it can be said: a row of free times, a row of people, and each in turn
 * gets the first time that fits. It knows nothing of the database or the calendar.
 */

/** Quarters of an hour of the morning at one of two sites. */
export type Place = { quarter: number; site: number }
export type Preference = { site: number | null; from: number; to: number }
type Waiting = {
  who: number
  preference: Preference
  /** The place of an appointment, of which an earlier one is wanted. */
  has: Place | null
  offer: Place | null
  seen: Place[]
}

const same = (a: Place, b: Place) => a.quarter === b.quarter && a.site === b.site

export class WaitingModel {
  /** Who has booked it, or `true` for somebody who has it offered. */
  readonly taken: { place: Place; by: number | null }[] = []
  readonly queue: Waiting[] = []

  readonly quarters: number

  constructor(quarters: number) {
    this.quarters = quarters
  }

  isFree = (place: Place) => !this.taken.some((one) => same(one.place, place))
  private free(place: Place) {
    const index = this.taken.findIndex((one) => same(one.place, place))
    if (index >= 0) this.taken.splice(index, 1)
  }
  private of = (who: number) => this.queue.find((one) => one.who === who)
  private end(who: number) {
    const index = this.queue.findIndex((one) => one.who === who)
    const [ended] = index >= 0 ? this.queue.splice(index, 1) : []
    if (ended?.offer) this.free(ended.offer)
  }

  booked = (who: number) => this.taken.find((one) => one.by === who)?.place ?? null

  /** People have one appointment at most, so that who waits has it brought forward. */
  book(who: number, place: Place) {
    this.taken.push({ place, by: who })
    const waiting = this.of(who)
    if (!waiting) return
    if (!waiting.has && waiting.offer) {
      this.free(waiting.offer)
      waiting.offer = null
    }
    waiting.has = place
  }
  cancel(who: number) {
    const place = this.booked(who)
    if (!place) return
    this.free(place)
    this.end(who)
  }
  join(who: number, preference: Preference) {
    const known = this.of(who)
    if (known) known.preference = preference
    else this.queue.push({ who, preference, has: this.booked(who), offer: null, seen: [] })
  }
  /** Who could have a time does not wait. */
  isAnyFreeFor = (who: number, preference: Preference) =>
    this.places().some(
      (place) => this.isFree(place) && fits(place, { preference, has: this.booked(who) }),
    )
  leave = (who: number) => this.end(who)
  accept(who: number): boolean {
    const waiting = this.of(who)
    if (!waiting?.offer) return false
    const { offer } = waiting
    if (waiting.has) this.free(waiting.has)
    waiting.offer = null
    this.end(who)
    this.free(offer)
    this.taken.push({ place: offer, by: who })
    return true
  }
  /** Declined or not answered. */
  pass(who: number): boolean {
    const waiting = this.of(who)
    if (!waiting?.offer) return false
    this.free(waiting.offer)
    waiting.offer = null
    return true
  }
  run() {
    for (const waiting of this.queue) {
      if (waiting.offer) continue
      const place = this.places().find(
        (each) =>
          this.isFree(each) && fits(each, waiting) && !waiting.seen.some((one) => same(one, each)),
      )
      if (!place) continue
      waiting.offer = place
      waiting.seen.push(place)
      this.taken.push({ place, by: null })
    }
  }
  private places(): Place[] {
    return Array.from({ length: this.quarters }, (_, quarter) =>
      [0, 1].map((site) => ({ quarter, site })),
    ).flat()
  }
  offers = () =>
    this.queue.flatMap(({ who, offer }) => (offer ? [{ who, ...offer }] : [])).toSorted(byWho)
  waiting = () => this.queue.map(({ who }) => who)
}

const byWho = (a: { who: number }, b: { who: number }) => a.who - b.who

const fits = ({ quarter, site }: Place, { preference, has }: Pick<Waiting, 'preference' | 'has'>) =>
  (preference.site === null || preference.site === site) &&
  quarter >= preference.from &&
  quarter <= preference.to &&
  (has === null || quarter < has.quarter)
