/** Counts whole years; dates are `YYYY-MM-DD`. 29 February counts as 1 March. */
export function ageOn(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}
