import { FEMALE, MALE } from '../patients.ts'
import { bornFor, fluVaccinations, type PatientHistory } from './patient-history.ts'

export function callumBrodie(today: string): PatientHistory {
  const dob = bornFor(27.8, today)
  const service = 'hepatitis-b-for-work'
  return {
    person: {
      title: 'Mr',
      first_name: 'Callum',
      last_name: 'Brodie',
      gender: MALE,
      dob,
      address1: '52 Brook Road',
      city: 'Little Aldern',
      postcode: 'ZZ4 2BR',
    },
    visits: [
      ...fluVaccinations(3, { today, dob, service: 'workplace-flu-vaccination' }),
      {
        ago: 930,
        service: 'occupational-health-review',
        outcome: 'Report written',
        allergies: [],
      },
      {
        ago: 355,
        service,
        outcome: 'Vaccination given',
        doses: [{ product: 'hepatitisB', number: 1, nextIn: 30 }],
      },
      {
        ago: 322,
        service,
        outcome: 'Vaccination given',
        doses: [{ product: 'hepatitisB', number: 2, nextIn: 150, reaction: 'Sore arm.' }],
        advice: [
          {
            text: 'You are not protected until the third dose. Until then, report every needle injury at once.',
            categories: ['When to seek help', 'Vaccination aftercare'],
            pinned: true,
          },
        ],
      },
      { ago: 165, service, ended: 'did_not_attend' },
    ],
  }
}

export function miaThornbury(today: string): PatientHistory {
  const chickenpox = { service: 'chickenpox-vaccination', outcome: 'Vaccination given' } as const
  const baby = {
    product: 'tetanus',
    clinic: 'Centro de Salud Norte',
    address: 'Sevilla, Spain',
  } as const
  return {
    person: {
      title: '',
      first_name: 'Mia',
      last_name: 'Thornbury',
      gender: FEMALE,
      dob: bornFor(6.4, today),
      address1: '3 Weir Lane',
      city: 'Little Aldern',
      postcode: 'ZZ4 8WL',
      is_guest: true,
    },
    visits: [
      {
        ago: 1010,
        service: 'earache',
        outcome: 'Advice given',
        allergies: ['Milk'],
        advice: [
          {
            text: 'Paracetamol for children helps against the pain. Come back if the fever lasts for more than three days.',
            categories: ['Pain relief at home', 'When to seek help'],
            archivedAfter: 60,
          },
        ],
      },
      {
        ...chickenpox,
        ago: 720,
        outcome: 'Vaccination not given',
        doses: [{ product: 'chickenpox', number: 1, notGiven: 'Feverish on the day.' }],
      },
      {
        ...chickenpox,
        ago: 690,
        doses: [{ product: 'chickenpox', number: 1, nextIn: 42 }],
      },
      { ...chickenpox, ago: 645, doses: [{ product: 'chickenpox', number: 2 }] },
      {
        ago: 600,
        service: 'travel-vaccination',
        outcome: 'Vaccination given',
        doses: [{ product: 'hepatitisA', number: 1, nextIn: 210 }],
      },
      {
        ago: 380,
        service: 'travel-vaccination',
        outcome: 'Vaccination given',
        doses: [{ product: 'hepatitisA', number: 2 }],
      },
      {
        ago: 230,
        service: 'infected-insect-bite',
        outcome: 'Medicine supplied',
        allergies: [],
        notes: 'She drinks milk now.',
      },
    ],
    reported: [
      { ...baby, ago: 2270 },
      { ...baby, ago: 2210 },
      { ...baby, ago: 2150 },
    ],
  }
}
