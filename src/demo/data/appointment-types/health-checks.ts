import type { DemoAppointmentType } from './demo-appointment-type.ts'

export const HEALTH_CHECKS: readonly DemoAppointmentType[] = [
  {
    slug: 'blood-pressure-check',
    name: 'Blood pressure check',
    duration: 10,
    synonyms: 'hypertension, BP, heart check',
    description: `High blood pressure rarely has symptoms. A check takes a few minutes, is free on the NHS from the age of 40, and you have the result before you leave.

If the reading is high, we offer you a monitor to wear for a day, which gives a more accurate result.`,
    prebooking:
      'Avoid coffee, smoking and hard exercise for half an hour before. Arrive five minutes early and sit down: rushing raises the reading.',
    competencies: ['Blood pressure measurement'],
    outcomes: ['Result in the usual range', '24-hour monitor offered', 'Referred to GP'],
    tags: ['NHS', 'Popular'],
    againAfterDays: 28,
    suits: { youngest: 18 },
  },
  {
    slug: 'blood-pressure-monitor-fitting',
    name: '24-hour blood pressure monitor: fitting',
    duration: 20,
    synonyms: 'ambulatory monitor, ABPM, hypertension',
    description: `You wear a cuff and a small recorder for 24 hours while you go about your day. It measures every half hour, and once an hour at night.

We fit it, show you how it works, and book a short appointment for its return the next day.`,
    prebooking:
      'Wear a loose top with short sleeves. You cannot bathe, shower or swim while you wear the monitor.',
    competencies: ['Blood pressure measurement'],
    outcomes: ['Monitor fitted', 'Referred to GP'],
    tags: ['NHS'],
    suits: { youngest: 18 },
  },
  {
    slug: 'blood-pressure-monitor-return',
    name: '24-hour blood pressure monitor: return',
    duration: 5,
    synonyms: 'ambulatory monitor, ABPM',
    description:
      'Bring the monitor back. We take it off, check that the readings are complete and send them to your GP. You will hear from us within two working days.',
    prebooking: 'Only for people who have one of our monitors. Bring the cuff, recorder and pouch.',
    competencies: [],
    outcomes: ['Readings sent to GP', 'Readings incomplete'],
    tags: ['NHS'],
    suits: { youngest: 18 },
  },
  {
    slug: 'health-check',
    name: 'Health check for 40 to 74 year-olds',
    duration: 40,
    synonyms: 'MOT, check-up, screening, cholesterol, diabetes, heart',
    description: `A check of your heart and circulation: blood pressure, cholesterol from a finger prick, height, weight, and a talk about sleep, food, movement and family history.

We work out your risk of heart disease, stroke, diabetes and kidney disease with you, and what would lower it. It is free every five years if you have none of these already.`,
    prebooking:
      'Eat and drink as usual. Bring a list of your medicines, and what you know about illnesses in your close family.',
    competencies: ['Blood pressure measurement', 'Taking blood'],
    outcomes: ['Result in the usual range', 'Referred to GP', 'Follow-up agreed'],
    tags: ['NHS'],
    suits: { youngest: 40, oldest: 74 },
  },
  {
    slug: 'blood-test',
    name: 'Blood test',
    duration: 15,
    synonyms: 'bloods, blood sample, phlebotomy, thyroid, vitamin D, iron, hormones',
    description: `We take the blood sample that your GP or hospital has asked for and send it to the laboratory the same day. They will tell you the result. You can also have a private profile, such as thyroid, vitamin D, iron or hormones, with the result within three working days.`,
    prebooking: `Bring the request form, on paper or on your phone.

If it says “fasting”, have nothing but water for ten hours before. Drink plenty of water, and take your medicines as usual unless you were told otherwise.`,
    competencies: ['Taking blood'],
    outcomes: ['Sample sent to the laboratory', 'Sample not taken'],
    tags: ['NHS', 'Private'],
    againAfterDays: 28,
    suits: { youngest: 12 },
  },
  {
    slug: 'ear-wax-removal',
    name: 'Ear wax removal',
    duration: 30,
    synonyms: 'microsuction, syringing, blocked ears, hearing',
    description: `A clinician looks into both ears and removes the wax with gentle suction under a magnifier. It is quick and dry: no water is used.

The price covers the examination and one or both ears. If there is nothing to remove, you pay for the examination only.`,
    prebooking: `Use olive oil drops twice a day for three to five days before, to soften the wax.

Tell us first if you have a perforated eardrum, grommets, had ear surgery, or have pain or discharge now.`,
    competencies: ['Ear examination and microsuction'],
    outcomes: ['Ear wax removed', 'No ear wax found', 'Referred to GP'],
    tags: ['Private', 'Popular'],
    suits: { youngest: 18 },
  },
]
