import { createContext } from 'react'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { isTextCountry, textNumber } from '#lib/text/text-number.ts'

export type Sends = Pick<PublicSettings, 'sendsEmail' | 'sendsTexts' | 'textCountries'>

/** Parts deep in an island ask which messages go to patients. */
export const SendsContext = createContext<Sends>({
  sendsEmail: false,
  sendsTexts: false,
  textCountries: [],
})

/** Is empty where a patient cannot be notified. */
export function findNotificationChannels(
  { sendsEmail, sendsTexts, textCountries }: Sends,
  { email, mobile }: { email: string; mobile: string },
): string {
  if (email !== '') return sendsEmail ? email : ''
  const number = textNumber(mobile)
  return sendsTexts && number !== null && isTextCountry(number, textCountries) ? mobile : ''
}

/** Times are epoch milliseconds; nobody is notified of what is over. */
export const mentionsTime = (
  { sendsEmail, sendsTexts }: Pick<Sends, 'sendsEmail' | 'sendsTexts'>,
  from: number,
  to: number,
): boolean => (sendsEmail || sendsTexts) && from !== to && Math.max(from, to) > Date.now()
