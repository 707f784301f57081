import type { DemoAppointmentType } from './demo-appointment-type.ts'

export const MEDICINES_AND_WELLBEING: readonly DemoAppointmentType[] = [
  {
    slug: 'medicines-review',
    name: 'Medicines review',
    duration: 30,
    synonyms: 'medication, tablets, prescriptions, side effects',
    description: `A 30-minute review of all your medicines: what each medicine is for, whether it still suits you, how to take them together, and what to do about side effects.

It helps most if you take four or more medicines, have just come out of hospital, or look after someone else’s tablets. We write to your GP if anything should change.`,
    prebooking:
      'Bring all your medicines in their boxes, including vitamins, herbal medicines and those from the supermarket. You can bring a relative or carer.',
    competencies: ['Medicines consultation skills'],
    outcomes: ['Medicines reviewed', 'Referred to GP', 'Follow-up agreed'],
    tags: ['NHS'],
    suits: { youngest: 18 },
  },
  {
    slug: 'contraception-consultation',
    name: 'Contraception consultation',
    duration: 20,
    synonyms: 'the pill, birth control, oral contraceptive',
    description: `Start or continue the pill without seeing your GP. A pharmacist talks through the choices with you, takes your blood pressure and can give you up to twelve months’ supply.

It is free and confidential. What you tell us stays with us, even if you are under 16.`,
    prebooking:
      'Tell us if you have migraines, have had a blood clot, smoke, or have given birth in the last six weeks.',
    competencies: ['Contraception service', 'Blood pressure measurement'],
    outcomes: ['Contraception supplied', 'Referred to GP', 'Follow-up agreed'],
    tags: ['NHS'],
    suits: { sex: 'female', youngest: 16, oldest: 50 },
  },
  {
    slug: 'stop-smoking',
    name: 'Stop smoking: first appointment',
    duration: 45,
    synonyms: 'quit smoking, nicotine, vape, cigarettes',
    description: `You are three times as likely to stop with support as without. We plan your stop date together, choose between patches, gum, sprays, tablets or a vape, and meet every week for the first month.

The twelve-week programme is free, including the products.`,
    prebooking:
      'You do not need to have stopped yet. Bring a list of your medicines: some doses change when you stop smoking.',
    competencies: ['Stop smoking practitioner'],
    outcomes: ['Plan agreed', 'Referred to GP', 'Follow-up agreed'],
    tags: ['NHS', 'Programme'],
    suits: { youngest: 16 },
  },
  {
    slug: 'weight-management',
    name: 'Weight management: first appointment',
    duration: 60,
    synonyms: 'weight loss, diet, slimming, obesity, BMI',
    description: `An hour to understand what has and has not worked for you. We measure height, weight, waist and blood pressure, talk about eating, sleep and movement, and agree on first steps.

Where it is safe and you want it, we discuss medicines for weight loss, their side effects and their price. There is no pressure to start one.`,
    prebooking: `For adults with a body mass index of 30 or more, or 27 or more with a condition such as high blood pressure.

Bring a list of your medicines and the results of blood tests from the last six months, if you have them.`,
    competencies: ['Weight management'],
    outcomes: ['Plan agreed', 'Referred to GP', 'Follow-up agreed'],
    tags: ['Private', 'Programme'],
    suits: { youngest: 18, oldest: 75 },
  },
  {
    slug: 'weight-management-follow-up',
    name: 'Weight management: follow-up',
    duration: 20,
    synonyms: 'weight loss, diet, slimming, obesity, BMI',
    description:
      'Every four weeks: your weight, how you feel, side effects if you take a medicine, and the next step. We change the dose only when you are ready.',
    prebooking: 'For people who have had their first weight management appointment with us.',
    competencies: ['Weight management'],
    outcomes: ['Plan agreed', 'Referred to GP', 'Follow-up agreed'],
    tags: ['Private', 'Programme'],
    againAfterDays: 28,
    suits: { youngest: 18, oldest: 75 },
  },
]
