import { type DemoAppointmentType, VACCINATION_OUTCOMES } from './demo-appointment-type.ts'

export const WORKPLACE: readonly DemoAppointmentType[] = [
  {
    slug: 'workplace-flu-vaccination',
    name: 'Flu vaccination for staff',
    duration: 10,
    synonyms: 'jab, flu shot, influenza, immunisation, injection',
    description:
      'The yearly flu vaccination, paid for by your employer. You do not pay anything, and your employer learns only how many people came.',
    prebooking:
      'Bring your staff card. Do not come if you have a fever: move your appointment to another day instead. If you are allergic to eggs, tell the person who sees you, or call the branch before you come.',
    competencies: ['Basic life support and anaphylaxis', 'Vaccination and immunisation'],
    outcomes: VACCINATION_OUTCOMES,
    tags: ['Workplace'],
    hidden: true,
    suits: { youngest: 18, oldest: 67 },
  },
  {
    slug: 'hepatitis-b-for-work',
    name: 'Hepatitis B vaccination for work',
    duration: 15,
    synonyms: 'jab, Hep B, immunisation, injection',
    description:
      'Three doses over six months and a blood test for people who may come into contact with blood at work. You get a certificate for your employer once the course is complete.',
    prebooking: 'Bring your staff card and any record of earlier hepatitis B doses.',
    competencies: ['Occupational health', 'Vaccination and immunisation'],
    outcomes: VACCINATION_OUTCOMES,
    tags: ['Workplace'],
    againAfterDays: 28,
    hidden: true,
    suits: { youngest: 18, oldest: 67 },
  },
  {
    slug: 'occupational-health-review',
    name: 'Occupational health review',
    duration: 45,
    synonyms: 'fit for work, return to work, sickness absence',
    description:
      'A confidential talk about your health and your work, for example when you return after an illness. You see the report before your employer does, and decide whether it is sent.',
    prebooking:
      'Your employer gives you a reference number: bring it along. Bring letters from your GP or hospital if they help.',
    competencies: ['Occupational health'],
    outcomes: ['Report written', 'Referred to GP', 'Follow-up agreed'],
    tags: ['Workplace'],
    hidden: true,
    suits: { youngest: 18, oldest: 67 },
  },
]
