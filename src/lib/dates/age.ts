/**
 * Counts whole years on a day; dates are `YYYY-MM-DD`. Whoever was born on 29 February is a year
 * older on 1 March.
 */
export function ageOn(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}
