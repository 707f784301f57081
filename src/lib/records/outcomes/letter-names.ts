/** What a name of a template stands for; the example is what a template is tried with when saved. */
export type LetterName = { words: string; example: string }
export type LetterNames = { readonly [name: string]: LetterName | LetterNames | LetterList }
export type LetterList = { readonly each: LetterNames; readonly called: string; words: string }

const name = (words: string, example: string): LetterName => ({ words, example })

const address = {
  address: name('Address in one line', '12 Station Road, Ashford, TN23 1AA'),
  telephone: name('Telephone number', '01632 960 100'),
  email: name('Email address', 'hello@example.test'),
}

/**
 * The names that templates of letters can use: the only list of them. The server fills each in, a
 * template with another one is refused, and the editor offers them. Dates and times are in words,
 * by the clinic's clock. What is not known is empty, and empty counts as no in `if`.
 */
export const letterNames = {
  patient: {
    title: name('Title', 'Ms'),
    first_name: name('First name', 'Ada'),
    last_name: name('Last name', 'Rowe'),
    full_name: name('Full name', 'Ada Rowe'),
    dob: name('Date of birth', '28 February 1990'),
    nhs_number: name('NHS number', '943 476 5919'),
    address: name('Address in one line', '7 Mill Lane, Ashford, TN24 8BB'),
    email: name('Email address', 'ada@example.test'),
    mobile: name('Mobile number', '07700 900 123'),
  },
  appointment: {
    type: name('Service', 'Flu vaccination'),
    date: name('Date', 'Tuesday 4 August 2026'),
    time: name('Start', '10:15am'),
    reference: name('Reference', 'QX4T-7K2M'),
    notes: name('Notes for the appointment', 'Please ring the bell.'),
  },
  clinician: {
    full_name: name('Full name', 'Amara Okafor'),
    registration_number: name('Registration number', '2046138'),
  },
  site: {
    name: name('Branch', 'Ashford'),
    ...address,
    url: name('Web address to book', 'https://clinic.example.test/services'),
  },
  gp_surgery: { name: name('Name', 'Mill Lane Surgery'), ...address },
  outcome: {
    name: name('Outcome', 'Vaccination given'),
    date: name('Date it was recorded', 'Tuesday 4 August 2026'),
  },
  forms: {
    words: 'Submitted forms of the appointment',
    called: 'form',
    each: {
      name: name('Name of the form', 'Health questionnaire'),
      title: name('Title of the form', 'About your health'),
      date: name('Date it was submitted', 'Monday 3 August 2026'),
      answers: {
        words: 'Its answers, without hidden questions',
        called: 'item',
        each: {
          id: name('Id of the question', 'smoker'),
          question: name('Question', 'Do you smoke?'),
          answer: name('Answer', 'No'),
        },
      },
    },
  },
  vaccinations: {
    words: 'Vaccinations of the appointment',
    called: 'vaccination',
    each: {
      product: name('Product', 'Fluenz'),
      date: name('Date given', 'Tuesday 4 August 2026'),
      dose_number: name('Dose', '1'),
      batch_number: name('Batch number', 'AB1234'),
      expiry_date: name('Expiry date', '31 December 2026'),
      manufacturer: name('Manufacturer', 'Northgate'),
      route: name('Route', 'Intramuscular'),
      site: name('Site on the body', 'Left upper arm'),
      booster_due: name('Next dose due', '4 August 2027'),
    },
  },
  advice: {
    words: 'Advice of the appointment',
    called: 'advice_item',
    each: {
      text: name('Advice', 'Rest, and drink enough.'),
      categories: name('Categories', 'Aftercare'),
      date: name('Date', 'Tuesday 4 August 2026'),
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

/** `answers` by the name of the form and the id of the question. */
export type LetterContext = Values<typeof letterNames> & {
  answers: Record<string, Record<string, string>>
}

export const isLetterName = (names: LetterNames[string]): names is LetterName => 'example' in names
export const isLetterList = (names: LetterNames[string]): names is LetterList => 'each' in names
