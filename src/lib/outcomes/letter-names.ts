type LetterName = { text: string; example: string }
export type LetterNames = { readonly [name: string]: LetterName | LetterNames | LetterList }
export type LetterList = { readonly each: LetterNames; readonly called: string; text: string }

export const letterName = (text: string, example: string): LetterName => ({ text, example })

const address = {
  address: letterName('Address in one line', '12 Station Road, Ashford, TN23 1AA'),
  telephone: letterName('Telephone number', '01632 960 100'),
  email: letterName('Email address', 'hello@example.test'),
}

/**
 * The server fills each in, a template with another one is refused, and the editor offers them.
 * Dates and times are text by the clinic's clock. A name that is not known is empty, and empty
 * counts as no in `if`.
 */
export const letterNames = {
  patient: {
    title: letterName('Title', 'Ms'),
    first_name: letterName('First name', 'Ada'),
    last_name: letterName('Last name', 'Rowe'),
    full_name: letterName('Full name', 'Ada Rowe'),
    dob: letterName('Date of birth', '28 February 1990'),
    nhs_number: letterName('NHS number', '943 476 5919'),
    address: letterName('Address in one line', '7 Mill Lane, Ashford, TN24 8BB'),
    email: letterName('Email address', 'ada@example.test'),
    mobile: letterName('Mobile number', '07700 900 123'),
  },
  appointment: {
    type: letterName('Service', 'Flu vaccination'),
    date: letterName('Date', 'Tuesday 4 August 2026'),
    time: letterName('Start', '10:15am'),
    reference: letterName('Reference', 'QX4T-7K2M'),
    notes: letterName('Notes for the appointment', 'Please ring the bell.'),
  },
  clinician: {
    full_name: letterName('Full name', 'Amara Okafor'),
    registration_number: letterName('Registration number', '2046138'),
  },
  site: {
    name: letterName('Branch', 'Ashford'),
    ...address,
    url: letterName('Web address to book', 'https://clinic.example.test/services'),
  },
  gp_surgery: { name: letterName('Name', 'Mill Lane Surgery'), ...address },
  outcome: {
    name: letterName('Outcome', 'Vaccination given'),
    date: letterName('Date it was recorded', 'Tuesday 4 August 2026'),
  },
  forms: {
    text: 'Submitted forms of the appointment',
    called: 'form',
    each: {
      name: letterName('Name of the form', 'Health questionnaire'),
      title: letterName('Title of the form', 'About your health'),
      date: letterName('Date it was submitted', 'Monday 3 August 2026'),
      answers: {
        text: 'Its answers, without hidden questions',
        called: 'item',
        each: {
          id: letterName('Id of the question', 'smoker'),
          question: letterName('Question', 'Do you smoke?'),
          answer: letterName('Answer', 'No'),
        },
      },
    },
  },
  vaccinations: {
    text: 'Vaccinations of the appointment',
    called: 'vaccination',
    each: {
      product: letterName('Product', 'Fluenz'),
      date: letterName('Date given', 'Tuesday 4 August 2026'),
      dose_number: letterName('Dose', '1'),
      batch_number: letterName('Batch number', 'AB1234'),
      expiry_date: letterName('Expiry date', '31 December 2026'),
      manufacturer: letterName('Manufacturer', 'Northgate'),
      route: letterName('Route', 'Intramuscular'),
      site: letterName('Site on the body', 'Left upper arm'),
      booster_due: letterName('Next dose due', '4 August 2027'),
    },
  },
  advice: {
    text: 'Advice of the appointment',
    called: 'advice_item',
    each: {
      text: letterName('Advice', 'Rest, and drink enough.'),
      categories: letterName('Categories', 'Aftercare'),
      date: letterName('Date', 'Tuesday 4 August 2026'),
    },
  },
} as const satisfies LetterNames

type Values<Names> = {
  -readonly [N in keyof Names]: Names[N] extends LetterName
    ? string
    : Names[N] extends LetterList
      ? Values<Names[N]['each']>[]
      : Values<Names[N]>
}

export type LetterContext = Values<typeof letterNames> & {
  answers: Record<string, Record<string, string>>
}

export const isLetterName = (names: LetterNames[string]): names is LetterName => 'example' in names
export const isLetterList = (names: LetterNames[string]): names is LetterList => 'each' in names
