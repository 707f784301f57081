import { MALE } from '../patients.ts'
import { bornFor, fluVaccinations, type PatientHistory } from './patient-history.ts'

const CENTRE = { clinic: 'Eastshire Vaccination Centre', address: 'The Hangar, Eastshire, ZZ8 1VC' }

export function walterAshdown(today: string): PatientHistory {
  const dob = bornFor(71.6, today)
  const flu = fluVaccinations(10, { today, dob })
  return {
    person: {
      username: 'regular',
      title: 'Mr',
      first_name: 'Walter',
      last_name: 'Ashdown',
      gender: MALE,
      dob,
      address1: '12 Lantern Street',
      city: 'Saltmere',
      postcode: 'ZZ1 3LS',
    },
    visits: [
      ...flu.map((visit, place) => ({
        ...visit,
        ...(place === 0 && {
          doses: [{ product: 'fluAdjuvanted' as const, nextIn: 364, reaction: 'Sore arm.' }],
          advice: [
            {
              text: 'Your arm may be sore for two or three days. Paracetamol helps; do not take ibuprofen.',
              categories: ['Vaccination aftercare', 'Pain relief at home'] as const,
              favourite: true as const,
            },
          ],
        }),
      })),
      ...flu.slice(5, 6).map(({ ago, service }) => ({
        ago: ago + 21,
        service,
        outcome: 'Vaccination not given' as const,
        doses: [{ product: 'fluAdjuvanted' as const, notGiven: 'A cold with a fever.' }],
      })),
      ...flu.slice(2, 3).map(({ ago, service }) => ({
        ago: ago + 14,
        service,
        ended: 'did_not_attend' as const,
      })),
      { ago: 3610, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      {
        ago: 3370,
        service: 'sore-throat',
        outcome: 'Advice given',
        allergies: ['Penicillin'],
        notes: 'I had a rash from penicillin as a boy.',
        advice: [
          {
            text: 'Drink plenty of water and rest. Most sore throats pass within a week without antibiotics.',
            categories: ['Self-care', 'Antibiotic resistance'],
            archivedAfter: 40,
          },
        ],
      },
      { ago: 3240, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      { ago: 2870, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      {
        ago: 2505,
        service: 'blood-pressure-check',
        outcome: '24-hour monitor offered',
        advice: [
          {
            text: 'Your blood pressure was raised today. Cut down on salt, and check it at home twice a day for a week.',
            categories: ['Diet and weight', 'Referral to a GP'],
            archivedAfter: 200,
          },
        ],
      },
      { ago: 2490, service: 'blood-pressure-monitor-fitting', outcome: 'Monitor fitted' },
      { ago: 2140, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      { ago: 1790, service: 'medicines-review', outcome: 'Medicines reviewed' },
      { ago: 1620, service: 'ear-wax-removal', outcome: 'Ear wax removed' },
      { ago: 1405, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      { ago: 1040, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      {
        ago: 905,
        service: 'medicines-review',
        outcome: 'Medicines reviewed',
        allergies: ['Penicillin', 'Ibuprofen'],
        advice: [
          {
            text: 'Do not take ibuprofen or aspirin for pain: they do not go with your blood pressure tablets. Paracetamol is safe for you.',
            categories: ['Medicines and side effects', 'Pain relief at home'],
            pinned: true,
          },
        ],
      },
      {
        ago: 640,
        service: 'shingles-vaccination',
        outcome: 'Vaccination given',
        doses: [{ product: 'shingles', number: 1, nextIn: 70 }],
      },
      {
        ago: 565,
        service: 'shingles-vaccination',
        outcome: 'Vaccination given',
        doses: [{ product: 'shingles', number: 2, reaction: 'Tired for a day.' }],
      },
      { ago: 500, service: 'blood-pressure-check', ended: 'cancelled' },
      { ago: 480, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
      {
        ago: 125,
        service: 'blood-pressure-check',
        outcome: 'Result in the usual range',
        replacedBy: [
          {
            outcome: '24-hour monitor offered',
            ago: 123,
            reason: 'The second reading had been left out. The average is above 135/85.',
          },
          {
            outcome: 'Result in the usual range',
            ago: 20,
            reason: 'The monitor’s readings came back in the usual range.',
          },
        ],
        advice: [
          {
            text: 'Walk for 30 minutes on five days a week. It counts when you are slightly out of breath.',
            categories: ['Physical activity', 'Diet and weight'],
          },
        ],
      },
    ],
    reported: [
      { ago: 4160, product: 'tetanus', clinic: 'Royal Navy sick bay', address: 'HMS Larkspur' },
      { ago: 2010, product: 'covid', ...CENTRE, batch: 'CO71440' },
      { ago: 1935, product: 'covid', ...CENTRE, batch: 'CO71583' },
      { ago: 1720, product: 'covid', ...CENTRE, batch: 'CO72006' },
      { ago: 1010, product: 'covid', ...CENTRE, batch: 'CO74219' },
    ],
  }
}
