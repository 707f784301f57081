import { createContext } from 'react'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { isTextCountry, textNumber } from '#lib/text/text-number.ts'

export type Sends = Pick<PublicSettings, 'sendsEmail' | 'sendsTexts' | 'textCountries'>

/** Which messages go to patients, for what lies deep in an island. */
export const SendsContext = createContext<Sends>({
  sendsEmail: false,
  sendsTexts: false,
  textCountries: [],
})

/** Where a patient is told of a change; empty where they cannot be told. */
export function findNotificationChannels(
  { sendsEmail, sendsTexts, textCountries }: Sends,
  { email, mobile }: { email: string; mobile: string },
): string {
  if (email !== '') return sendsEmail ? email : ''
  const number = textNumber(mobile)
  return sendsTexts && number !== null && isTextCountry(number, textCountries) ? mobile : ''
}

/**
 * Whether a patient is told that an appointment moved from one start to another, in epoch
 * milliseconds: of what is over, nobody is.
 */
export const mentionsTime = (
  { sendsEmail, sendsTexts }: Pick<Sends, 'sendsEmail' | 'sendsTexts'>,
  from: number,
  to: number,
): boolean => (sendsEmail || sendsTexts) && from !== to && Math.max(from, to) > Date.now()
