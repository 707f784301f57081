import { dialledNumber } from './dialled-number.ts'

/**
 * A telephone number as text services take it (E.164), such as +447700900123; null for one that gets
 * no text messages, such as a British landline.
 */
export function textNumber(telephone: string): string | null {
  const dialled = dialledNumber(telephone.replace('(0)', '')).replace(/^00/, '+')
  const whole = dialled.startsWith('0') ? `+44${dialled.slice(1)}` : dialled
  if (whole.startsWith('+44')) return /^\+447\d{9}$/.test(whole) ? whole : null
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null
}
