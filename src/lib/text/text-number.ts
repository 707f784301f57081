import { dialledNumber } from './dialled-number.ts'

/** Satellite networks, and numbers that earn by each text, are nobody's ordinary mobile. */
const CHARGED = /^\+(?:800|808|87[08]|88[1238]|979|991|999|1900|1976|447(?:0|6(?!24)))/

/**
 * Text services take E.164, such as +447700900123; null for a number that gets no text messages,
 * such as a British landline, or none of ours, such as a satellite telephone.
 */
export function textNumber(telephone: string): string | null {
  const dialled = dialledNumber(telephone.replace('(0)', '')).replace(/^00/, '+')
  const whole = dialled.startsWith('0') ? `+44${dialled.slice(1)}` : dialled
  if (CHARGED.test(whole)) return null
  if (whole.startsWith('+44')) return /^\+447\d{9}$/.test(whole) ? whole : null
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null
}

export const isTextCountry = (number: string, countries: readonly string[]): boolean =>
  countries.some((code) => number.startsWith(code))
