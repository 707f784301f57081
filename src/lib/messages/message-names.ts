import { type LetterNames, letterName } from '../outcomes/letter-names.ts'

/** All of it is text for the patient; what is not known is empty. No other list of them exists. */
export const messageNames = {
  first_name: letterName('First name of the patient', 'Ada'),
  service: letterName('Service', 'Flu vaccination'),
  day: letterName('Date', 'Tuesday 4 August 2026'),
  time: letterName('Start', '10:15am'),
  details: letterName(
    'Service, time, place and reference, a line each',
    'Flu vaccination\nTuesday 4 August 2026, 10:15am to 10:30am\nAshford\nReference: QX4T-7K2M',
  ),
  site: letterName('Branch', 'Ashford'),
  phone: letterName('Telephone number of the branch', '01632 960 100'),
  reference: letterName('Reference', 'QX4T-7K2M'),
  sentence: letterName('What staff add for this patient', 'Please bring your passport.'),
  answer_by: letterName('Until when an offer is kept', '12:15pm on Tuesday 4 August 2026'),
  forms_due: letterName('Number of forms to fill in', '1'),
  before_you_come: letterName('What to know before the appointment', 'Wear a loose sleeve.'),
  what_to_bring: letterName('What to bring', 'Your NHS number, if you have it.'),
  prices: letterName('Prices, a line each', 'NHS, if you are 65 or over: free\nPrivate: £18'),
  link: letterName(
    'Web address of the appointment, or to book another',
    'https://clinic.example.test/appointments/1',
  ),
  book_link: letterName('Web address to book', 'https://clinic.example.test/services'),
  clinic: letterName('Name of the clinic', 'Carelane'),
} as const satisfies LetterNames

export type MessageContext = {
  [Name in keyof typeof messageNames]: Name extends 'forms_due' ? number : string
}
