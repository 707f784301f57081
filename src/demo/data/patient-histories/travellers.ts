import { FEMALE, MALE } from '../patients.ts'
import {
  bornFor,
  type HistoryDose,
  type HistoryVisit,
  type PatientHistory,
} from './patient-history.ts'

const CONSULTATION = 'travel-health-consultation'
const MALARIA = {
  text: 'Start the malaria tablets two days before you travel, and take them until 7 days after your return.\n\nDrink only bottled or boiled water.',
  categories: ['Travel health', 'Medicines and side effects'],
} as const

const jabs = (ago: number, ...doses: HistoryDose[]): HistoryVisit => ({
  ago,
  service: 'travel-vaccination',
  doses,
  outcome: 'Vaccination given',
})

export const inesCarvalho = (today: string): PatientHistory => ({
  person: {
    title: 'Ms',
    first_name: 'Ines',
    last_name: 'Carvalho',
    gender: FEMALE,
    dob: bornFor(34.5, today),
    address1: '27 Quayside',
    city: 'Saltmere',
    postcode: 'ZZ1 2QY',
  },
  visits: [
    {
      ago: 1520,
      service: CONSULTATION,
      outcome: 'Plan agreed',
      allergies: [],
      advice: [{ ...MALARIA, archivedAfter: 120 }],
    },
    jabs(1490, { product: 'hepatitisA', number: 1, nextIn: 210 }, typhoid),
    jabs(1275, { product: 'hepatitisA', number: 2, reaction: 'Sore arm for a day.' }),
    ...contraception(1100, 735, 370, 165),
    { ago: 850, service: CONSULTATION, outcome: 'Plan agreed', advice: [MALARIA] },
    {
      ago: 815,
      service: 'yellow-fever-vaccination',
      outcome: 'Vaccination given',
      doses: [{ product: 'yellowFever' }],
      replacedBy: [
        {
          outcome: 'Vaccination given',
          ago: 3,
          reason: 'She needs the certificate for a visa.',
        },
      ],
    },
  ],
  reported: [
    { ago: 1160, product: 'rabies', clinic: 'Bangkok Travel Clinic', address: 'Bangkok, Thailand' },
  ],
})

export const freyaLindahl = (today: string): PatientHistory => ({
  person: {
    title: 'Miss',
    first_name: 'Freya',
    last_name: 'Lindahl',
    gender: FEMALE,
    dob: bornFor(29.1, today),
    address1: '9 The Green',
    city: 'Saltmere',
    postcode: 'ZZ3 6FF',
  },
  visits: [
    ...contraception(2190, 1820, 1450, 1085, 705, 330),
    {
      ago: 1600,
      service: 'urinary-tract-infection',
      outcome: 'Medicine supplied',
      allergies: ['Trimethoprim'],
      advice: [
        {
          text: 'Finish the whole course of antibiotics, even if you feel better.',
          categories: ['Antibiotic resistance', 'Medicines and side effects'],
          archivedAfter: 30,
        },
      ],
    },
    { ago: 980, service: 'urinary-tract-infection', outcome: 'Advice given' },
    { ago: 600, service: CONSULTATION, outcome: 'Plan agreed', advice: [MALARIA] },
    jabs(
      570,
      {
        product: 'cholera',
        number: 1,
        wrong: 'The wrong vaccine was chosen. Recorded again as hepatitis A.',
      },
      { product: 'hepatitisA', number: 1, nextIn: 210 },
    ),
    jabs(350, { product: 'hepatitisA', number: 2 }),
  ],
})

export const oluwaseunAdebayo = (today: string): PatientHistory => ({
  person: {
    title: 'Dr',
    first_name: 'Oluwaseun',
    last_name: 'Adebayo',
    gender: MALE,
    dob: bornFor(53.7, today),
    address1: '16 Old Orchard',
    city: 'Little Aldern',
    postcode: 'ZZ4 5AO',
  },
  visits: [
    {
      ago: 1420,
      service: CONSULTATION,
      outcome: 'Plan agreed',
      allergies: ['Neomycin'],
      advice: [{ ...MALARIA, favourite: true }],
    },
    jabs(1390, typhoid, { product: 'cholera', number: 1, nextIn: 14 }),
    jabs(1360, { product: 'cholera', number: 2 }),
    { ago: 1190, service: 'health-check', outcome: 'Result in the usual range' },
    { ago: 940, service: CONSULTATION, outcome: 'Plan agreed' },
    jabs(910, { product: 'rabies', number: 1, nextIn: 7 }),
    jabs(880, { product: 'rabies', number: 2, nextIn: 21 }),
    jabs(850, { product: 'rabies', number: 3 }, { product: 'tetanus', nextIn: 3640 }),
    { ago: 505, service: 'blood-pressure-check', outcome: 'Result in the usual range' },
    { ago: 290, service: CONSULTATION, ended: 'cancelled' },
  ],
  reported: [
    {
      ago: 5120,
      product: 'yellowFever',
      clinic: 'Port Health Services',
      address: 'Lagos, Nigeria',
    },
    { ago: 2540, product: 'typhoid', clinic: 'Ikeja Medical Centre', address: 'Lagos, Nigeria' },
  ],
})

/** It protects for three years. */
const typhoid: HistoryDose = { product: 'typhoid', nextIn: 1092 }

function contraception(...agos: number[]): HistoryVisit[] {
  const service = 'contraception-consultation'
  return agos.map((ago) => ({ ago, service, outcome: 'Contraception supplied' }))
}
