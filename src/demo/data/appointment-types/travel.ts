import { type DemoAppointmentType, VACCINATION_OUTCOMES } from './demo-appointment-type.ts'

const VACCINATION = ['Basic life support and anaphylaxis', 'Vaccination and immunisation'] as const

export const TRAVEL: readonly DemoAppointmentType[] = [
  {
    slug: 'travel-health-consultation',
    name: 'Travel health consultation',
    duration: 30,
    synonyms: 'holiday, malaria, trip abroad, travel clinic',
    description: `Start here before a trip abroad. A pharmacist goes through where you are going, for how long and what you will be doing there, and works out which vaccinations and malaria tablets you need.

You leave with a written plan. If time allows, we give the first vaccinations in the same appointment.`,
    prebooking: `Come six to eight weeks before you leave: some courses take that long. It is still worth coming if you leave sooner.

Bring your route with dates, a list of your medicines, and your record of earlier vaccinations if you have one.`,
    competencies: ['Travel health', 'Vaccination and immunisation'],
    outcomes: ['Plan agreed', 'Referred to GP', 'Follow-up agreed'],
    tags: ['Private', 'Travel', 'Popular'],
  },
  {
    slug: 'travel-vaccination',
    name: 'Travel vaccination',
    duration: 20,
    synonyms: 'jab, holiday, hepatitis, typhoid, rabies, immunisation, injection',
    description: `The next doses of a travel plan that we have made with you, such as hepatitis A and B, typhoid, rabies, Japanese encephalitis or meningitis ACWY.

Some of these are free on the NHS. We tell you the price of the others before we start.`,
    prebooking: `Book a travel health consultation first, unless we have already given you a plan.

Do not come if you have a fever: move your appointment to another day instead. If you have allergies, or are or may be pregnant, tell the person who sees you, or call the branch before you come.`,
    competencies: ['Travel health', ...VACCINATION],
    outcomes: VACCINATION_OUTCOMES,
    tags: ['NHS', 'Private', 'Travel'],
    againAfterDays: 28,
    suits: { youngest: 2 },
  },
  {
    slug: 'yellow-fever-vaccination',
    name: 'Yellow fever vaccination',
    duration: 20,
    synonyms: 'jab, certificate, Africa, South America, immunisation, injection',
    description: `One dose protects for life. We are a registered yellow fever centre and give you the international certificate that some countries ask for at the border.

The certificate is valid from ten days after the vaccination.`,
    prebooking: `Come at least ten days before you travel.

It is a live vaccine. Tell the person who sees you, or call the branch before you come, if you are over 60, pregnant, breastfeeding, allergic to eggs, or have ever had a problem with your thymus or immune system.`,
    competencies: ['Yellow fever vaccination centre', ...VACCINATION],
    outcomes: VACCINATION_OUTCOMES,
    tags: ['Private', 'Travel'],
    suits: { youngest: 9, oldest: 60 },
  },
]
