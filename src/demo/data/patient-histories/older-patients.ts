import { FEMALE, MALE } from '../patients.ts'
import {
  bornFor,
  fluVaccinations,
  type HistoryVisit,
  type PatientHistory,
} from './patient-history.ts'

const PRESSURE = 'blood-pressure-check'
const WEIGHT = 'weight-management-follow-up'

/** Yearly reviews of her medicines, advice of every kind, an appointment missed in the snow. */
export function dorothyPenhaligon(today: string): PatientHistory {
  const dob = bornFor(84.2, today)
  const reviews = [2960, 2590, 2215, 1850, 1480, 1120, 750, 390]
  return {
    person: {
      title: 'Mrs',
      first_name: 'Dorothy',
      last_name: 'Penhaligon',
      gender: FEMALE,
      dob,
      address1: '4 Chapel Row',
      city: 'Saltmere',
      postcode: 'ZZ3 5EE',
      is_guest: true,
    },
    visits: [
      ...fluVaccinations(8, { today, dob }),
      ...reviews.map(
        (ago): HistoryVisit => ({
          ago,
          service: 'medicines-review',
          outcome: 'Medicines reviewed',
          advice: [
            {
              text: 'Take the tablets with food, at the same time every day.\n\nTell us if you feel dizzy when you stand up.',
              categories: ['Medicines and side effects'],
              ...(ago > 400 && { archivedAfter: 370 }),
            },
          ],
        }),
      ),
      {
        ago: 2700,
        service: PRESSURE,
        outcome: 'Result in the usual range',
        allergies: ['Sticking plasters'],
      },
      { ago: 2050, service: PRESSURE, outcome: 'Referred to GP' },
      { ago: 1640, service: PRESSURE, ended: 'did_not_attend' },
      {
        ago: 1610,
        service: PRESSURE,
        outcome: 'Result in the usual range',
        advice: [
          {
            text: 'Stand up slowly, and sit down again if you feel dizzy. Keep a light on at night.',
            categories: ['Self-care', 'When to seek help'],
            pinned: true,
          },
        ],
      },
      {
        ago: 610,
        service: PRESSURE,
        outcome: 'Result in the usual range',
        advice: [
          {
            text: 'Use a patch every day and the gum when you crave a cigarette.',
            categories: ['Stopping smoking'],
            withdrawn: { after: 1, reason: 'Entered for the wrong patient' },
          },
        ],
      },
      {
        ago: 140,
        service: PRESSURE,
        outcome: 'Result in the usual range',
        replacedBy: [
          {
            outcome: 'Referred to GP',
            ago: 139,
            reason: 'Her GP asked to see her about the dizziness.',
          },
        ],
      },
    ],
    reported: [
      { ago: 2090, product: 'shingles', clinic: 'Saltmere Surgery', address: 'Saltmere, ZZ1 4SS' },
    ],
  }
}

export function hamzaQureshi(today: string): PatientHistory {
  const dob = bornFor(46.3, today)
  return {
    person: {
      title: 'Mr',
      first_name: 'Hamza',
      last_name: 'Qureshi',
      gender: MALE,
      dob,
      address1: '31 Station Parade',
      city: 'Great Aldern',
      postcode: 'ZZ6 2SP',
    },
    visits: [
      ...fluVaccinations(4, { today, dob }),
      {
        ago: 1890,
        service: PRESSURE,
        outcome: 'Result in the usual range',
        allergies: ['Eggs'],
        notes: 'Please call if you run late.',
      },
      { ago: 1510, service: PRESSURE, ended: 'did_not_attend' },
      { ago: 1240, service: PRESSURE, outcome: '24-hour monitor offered' },
      { ago: 1225, service: 'blood-pressure-monitor-fitting', outcome: 'Monitor fitted' },
      {
        ago: 1170,
        service: 'health-check',
        outcome: 'Referred to GP',
        advice: [
          {
            text: 'Eat more vegetables and whole grains, and cut down on sugary drinks. Start with one meal a day.',
            categories: ['Diet and weight'],
            favourite: true,
          },
        ],
      },
      { ago: 1130, service: 'weight-management', outcome: 'Plan agreed' },
      ...[1095, 1060, 1020, 960, 870, 760, 640, 520].map(
        (ago): HistoryVisit => ({ ago, service: WEIGHT, outcome: 'Plan agreed' }),
      ),
      { ago: 815, service: WEIGHT, ended: 'did_not_attend' },
      { ago: 580, service: WEIGHT, ended: 'cancelled' },
      { ago: 430, service: 'health-check', outcome: 'Result in the usual range' },
      { ago: 210, service: PRESSURE, outcome: 'Result in the usual range' },
    ],
  }
}
