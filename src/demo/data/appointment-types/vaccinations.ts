import { type DemoAppointmentType, VACCINATION_OUTCOMES } from './demo-appointment-type.ts'

const AFTER_A_JAB =
  'Wear something with sleeves that roll up. We ask you to stay for 15 minutes afterwards if you drive home or have ever felt faint after a vaccination.'

const NEEDS = ['Basic life support and anaphylaxis', 'Vaccination and immunisation'] as const

export const VACCINATIONS: readonly DemoAppointmentType[] = [
  {
    slug: 'flu-vaccination',
    name: 'Flu vaccination',
    duration: 10,
    synonyms: 'jab, flu shot, influenza, immunisation, injection',
    description: `A yearly vaccination that protects you and the people around you against flu this winter.

It is free if you are 65 or over, pregnant, a carer or living with certain long-term conditions. Anyone else over 18 can have it privately for a fee. It takes about two weeks to work, so the best time is before flu starts going around.`,
    prebooking: `Do not come if you have a fever or feel unwell on the day: move your appointment to another day instead.

If you are allergic to eggs or have had a bad reaction to a vaccine, tell the person who sees you, or call the branch before you come. ${AFTER_A_JAB}`,
    competencies: NEEDS,
    outcomes: VACCINATION_OUTCOMES,
    tags: ['NHS', 'Private', 'Popular'],
    suits: { youngest: 18 },
  },
  {
    slug: 'covid-19-vaccination',
    name: 'COVID-19 vaccination',
    duration: 10,
    synonyms: 'jab, coronavirus, booster, immunisation, injection',
    description: `A seasonal vaccination for people invited by the NHS: mostly those aged 75 or over, residents of care homes, and people with a weakened immune system.

We offer it during the spring and autumn campaigns. There is no campaign at the moment; appointments open again when the next one begins.`,
    prebooking: `You need an invitation, or to be in one of the groups invited by the NHS. ${AFTER_A_JAB}`,
    competencies: NEEDS,
    outcomes: VACCINATION_OUTCOMES,
    tags: ['NHS'],
    disabled: true,
    suits: { youngest: 75 },
  },
  {
    slug: 'shingles-vaccination',
    name: 'Shingles vaccination',
    duration: 15,
    synonyms: 'jab, herpes zoster, Shingrix, immunisation, injection',
    description: `Shingles is a painful rash that can leave nerve pain behind for months. Two doses, at least eight weeks apart, make it much less likely and much milder.

The NHS offers it to people who turn 65 and to those aged 70 to 79. From the age of 50 you can have it privately.`,
    prebooking: `Have the second dose no sooner than eight weeks after the first: we book it with you at your first visit. ${AFTER_A_JAB}`,
    competencies: NEEDS,
    outcomes: VACCINATION_OUTCOMES,
    tags: ['NHS', 'Private'],
    againAfterDays: 56,
    suits: { youngest: 50 },
  },
  {
    slug: 'chickenpox-vaccination',
    name: 'Chickenpox vaccination',
    duration: 15,
    synonyms: 'jab, varicella, immunisation, injection',
    description: `Two doses, four to eight weeks apart, for children from 12 months and for adults who have never had chickenpox.

It is a live vaccine. It protects nine in ten children after one dose and almost all after two.`,
    prebooking: `Do not book if you are pregnant, trying for a baby, or have a weakened immune system: ask us or your GP first.

Bring the child’s red book. A parent or guardian has to be there.`,
    competencies: NEEDS,
    outcomes: VACCINATION_OUTCOMES,
    tags: ['Private', 'Children'],
    againAfterDays: 28,
    suits: { youngest: 1, oldest: 45 },
  },
]
