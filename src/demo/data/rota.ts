/** One line says who works where, when, and on what. Times are the clinic's. */
export type RotaLine = {
  clinician: string
  room: string
  weekdays: readonly number[]
  from: string
  to: string
  types: readonly string[]
  everyWeeks?: number
  /**
   * It is written as a daily rule on these weekdays, as the form for a new availability suggests.
   */
  daily?: true
  /** It is the first such day from then on, in days from today, and no other. */
  onceFrom?: number
}

const WORKDAYS = [0, 1, 2, 3, 4]
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 2, 3, 4, 5]

const JABS = ['flu-vaccination', 'shingles-vaccination', 'chickenpox-vaccination']
const TRAVEL = ['travel-health-consultation', 'travel-vaccination']
const ILLNESS = ['sore-throat', 'earache', 'urinary-tract-infection', 'infected-insect-bite']
const PRESSURE = [
  'blood-pressure-check',
  'blood-pressure-monitor-fitting',
  'blood-pressure-monitor-return',
]
const WEIGHT = ['weight-management', 'weight-management-follow-up']
const WORK = ['workplace-flu-vaccination', 'hepatitis-b-for-work', 'occupational-health-review']

/**
 * Inside the hours of each branch; nobody and no room twice at a time. Nobody works at a branch
 * without an address: whoever booked there would not know where to go.
 */
export const ROTA: readonly RotaLine[] = [
  {
    clinician: 'amara-okafor',
    room: 'harbour-street/consultation-room-1',
    weekdays: WORKDAYS,
    daily: true,
    from: '09:00',
    to: '12:30',
    types: [...ILLNESS, 'blood-pressure-check', 'contraception-consultation'],
  },
  {
    clinician: 'amara-okafor',
    room: 'harbour-street/consultation-room-1',
    weekdays: [MONDAY, WEDNESDAY],
    from: '13:30',
    to: '17:30',
    types: [...ILLNESS, 'medicines-review', 'contraception-consultation'],
  },
  {
    clinician: 'daniel-hughes',
    room: 'harbour-street/vaccination-room',
    weekdays: [TUESDAY, THURSDAY],
    from: '09:30',
    to: '13:00',
    types: [...JABS, ...TRAVEL],
  },
  {
    clinician: 'daniel-hughes',
    room: 'harbour-street/vaccination-room',
    weekdays: [TUESDAY, THURSDAY],
    from: '13:45',
    to: '17:15',
    types: [...TRAVEL, 'yellow-fever-vaccination'],
  },
  {
    clinician: 'priya-raman',
    room: 'harbour-street/vaccination-room',
    weekdays: [FRIDAY],
    from: '10:00',
    to: '15:00',
    types: [...JABS, ...TRAVEL, 'yellow-fever-vaccination'],
  },
  {
    clinician: 'priya-raman',
    room: 'harbour-street/vaccination-room',
    weekdays: [SATURDAY],
    from: '09:00',
    to: '13:00',
    types: [...JABS, ...TRAVEL],
  },
  {
    clinician: 'tom-fletcher',
    room: 'harbour-street/consultation-room-2',
    weekdays: [MONDAY, FRIDAY],
    from: '09:30',
    to: '13:00',
    types: ['ear-wax-removal', ...PRESSURE],
  },
  {
    clinician: 'sofia-marques',
    room: 'mill-lane/treatment-room',
    weekdays: WORKDAYS,
    daily: true,
    from: '08:30',
    to: '11:30',
    types: ['blood-test', 'health-check'],
  },
  {
    clinician: 'sofia-marques',
    room: 'mill-lane/room-1',
    weekdays: [TUESDAY],
    from: '13:00',
    to: '16:30',
    types: [...WEIGHT, 'health-check'],
  },
  {
    clinician: 'kwame-mensah',
    room: 'mill-lane/room-2',
    weekdays: [TUESDAY, THURSDAY],
    from: '09:00',
    to: '13:00',
    types: ['contraception-consultation', 'medicines-review', 'stop-smoking', ...ILLNESS],
  },
  {
    clinician: 'kwame-mensah',
    room: 'mill-lane/room-2',
    weekdays: [TUESDAY, THURSDAY],
    from: '14:30',
    to: '18:30',
    types: ['contraception-consultation', 'medicines-review', 'blood-pressure-check'],
  },
  {
    clinician: 'grace-lindqvist',
    room: 'mill-lane/room-3',
    weekdays: [MONDAY, WEDNESDAY, THURSDAY],
    from: '10:00',
    to: '14:00',
    types: [...WEIGHT, 'stop-smoking', 'health-check'],
  },
  {
    clinician: 'yusuf-demir',
    room: 'mill-lane/room-1',
    weekdays: [MONDAY, WEDNESDAY],
    from: '08:30',
    to: '12:30',
    types: ['ear-wax-removal', ...PRESSURE],
  },
  {
    clinician: 'yusuf-demir',
    room: 'mill-lane/room-1',
    weekdays: [FRIDAY],
    from: '12:00',
    to: '16:00',
    types: ['ear-wax-removal', ...JABS],
  },
  {
    clinician: 'yusuf-demir',
    room: 'harbour-street/consultation-room-2',
    weekdays: [SATURDAY],
    onceFrom: 5,
    from: '09:00',
    to: '15:30',
    types: ['flu-vaccination'],
  },
  {
    clinician: 'hannah-whitaker',
    room: 'orchard-road/consultation-room',
    weekdays: WORKDAYS,
    daily: true,
    from: '09:00',
    to: '12:00',
    types: [...ILLNESS, 'blood-pressure-check', 'medicines-review'],
  },
  {
    clinician: 'hannah-whitaker',
    room: 'orchard-road/consultation-room',
    weekdays: [WEDNESDAY],
    from: '13:00',
    to: '17:00',
    types: ['medicines-review', ...PRESSURE],
  },
  {
    clinician: 'mei-chen',
    room: 'orchard-road/treatment-room',
    weekdays: [WEDNESDAY],
    from: '09:00',
    to: '15:00',
    types: [...JABS, 'blood-test'],
  },
  {
    clinician: 'mei-chen',
    room: 'orchard-road/treatment-room',
    weekdays: [FRIDAY],
    everyWeeks: 2,
    from: '09:00',
    to: '13:00',
    types: ['blood-test'],
  },
  {
    clinician: 'ravi-patel',
    room: 'harbour-street/consultation-room-2',
    weekdays: [WEDNESDAY],
    from: '09:00',
    to: '13:00',
    types: [...ILLNESS, 'blood-pressure-check'],
  },
  {
    clinician: 'ravi-patel',
    room: 'harbour-street/consultation-room-2',
    weekdays: [THURSDAY],
    from: '13:00',
    to: '16:30',
    types: ['flu-vaccination', ...TRAVEL],
  },
  {
    clinician: 'ravi-patel',
    room: 'aldern-works/health-room',
    weekdays: [THURSDAY],
    from: '17:30',
    to: '20:30',
    types: ['workplace-flu-vaccination'],
  },
  {
    clinician: 'elinor-vaughan',
    room: 'harbour-street/vaccination-room',
    weekdays: [MONDAY],
    from: '09:00',
    to: '13:00',
    types: [...JABS, ...PRESSURE],
  },
  {
    clinician: 'elinor-vaughan',
    room: 'aldern-works/health-room',
    weekdays: [TUESDAY, THURSDAY],
    from: '09:30',
    to: '14:30',
    types: WORK,
  },
]
