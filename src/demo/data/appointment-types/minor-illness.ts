import type { DemoAppointmentType } from './demo-appointment-type.ts'

const NEEDS = ['Pharmacy First clinical pathways'] as const
const OUTCOMES = ['Medicine supplied', 'Advice given', 'Referred to GP'] as const
const FREE =
  'It is an NHS service and free. If you need a medicine, the usual prescription charge applies unless you are exempt.'

export const MINOR_ILLNESS: readonly DemoAppointmentType[] = [
  {
    slug: 'sore-throat',
    name: 'Sore throat consultation',
    duration: 10,
    synonyms: 'tonsillitis, strep throat, swollen glands',
    description: `For adults and children aged 5 and over. A pharmacist looks at your throat, asks about your symptoms and, if it is likely to help, gives you an antibiotic without a prescription.

Most sore throats get better within a week without one. ${FREE}`,
    prebooking:
      'Call 999 if someone is struggling to breathe, cannot swallow their own saliva or is drooling. Call NHS 111 if you take medicine that weakens the immune system.',
    competencies: NEEDS,
    outcomes: OUTCOMES,
    tags: ['NHS', 'Pharmacy First', 'Children'],
    againAfterDays: 28,
    suits: { youngest: 5 },
  },
  {
    slug: 'earache',
    name: 'Earache consultation',
    duration: 15,
    synonyms: 'ear infection, otitis media, ear pain',
    description: `For children and young people from 1 to 17 years. A pharmacist looks into the ear and tells you how to ease the pain and whether drops or an antibiotic are needed.

${FREE}`,
    prebooking: `A parent or guardian has to come along with anyone under 16.

Call NHS 111 at once if there is swelling behind the ear, a stiff neck, or a baby under three months has a temperature of 38°C or more.`,
    competencies: NEEDS,
    outcomes: OUTCOMES,
    tags: ['NHS', 'Pharmacy First', 'Children'],
    againAfterDays: 28,
    suits: { youngest: 1, oldest: 17 },
  },
  {
    slug: 'urinary-tract-infection',
    name: 'Urinary tract infection consultation',
    duration: 15,
    synonyms: 'UTI, cystitis, water infection, bladder infection',
    description: `For women aged 16 to 64 who need to pass urine more often, with burning or at night, and have no fever or pain in the back.

The consultation is private, in a closed room. If it is an uncomplicated infection, we can give you an antibiotic the same day. ${FREE}`,
    prebooking: `Bring a fresh urine sample if you can.

See your GP or call NHS 111 instead if you are pregnant, have a catheter, or have had two infections in the last six months.`,
    competencies: NEEDS,
    outcomes: OUTCOMES,
    tags: ['NHS', 'Pharmacy First'],
    againAfterDays: 28,
    suits: { sex: 'female', youngest: 16, oldest: 64 },
  },
  {
    slug: 'infected-insect-bite',
    name: 'Infected insect bite consultation',
    duration: 10,
    synonyms: 'sting, mosquito, tick, wasp, horsefly',
    description: `For adults and children aged 1 and over whose bite or sting is getting redder, hotter or more painful after two days.

A pharmacist checks whether it is an infection or an ordinary reaction, which needs no antibiotic, and treats it. ${FREE}`,
    prebooking:
      'Call 999 if the face, mouth or throat swells, or breathing is difficult. Call NHS 111 about a tick bite with a spreading, ring-shaped rash.',
    competencies: NEEDS,
    outcomes: OUTCOMES,
    tags: ['NHS', 'Pharmacy First'],
    againAfterDays: 28,
    suits: { youngest: 1 },
  },
]
