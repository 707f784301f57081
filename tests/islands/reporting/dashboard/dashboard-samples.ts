import type {
  AppointmentLogEntry,
  ClinicianDashboard,
  TotalIncome,
  UpcomingAppointment,
} from '#lib/contract/reporting.ts'

/* What the API answers, in tests of the dashboard. */

const rosa = { id: 3, full_name: 'Rosa Whitfield' }
const site = { id: 5, slug: 'quay', name: 'Quay Pharmacy' }
const jab = { id: 8, name: 'Flu vaccination' }

const nothing = {
  appointments: 0,
  by_status: { booked: 0, completed: 0, did_not_attend: 0, cancelled: 0 },
  minutes_booked: 0,
  minutes_available: 0,
  utilisation: null,
  did_not_attend_rate: null,
}

export const numbers = (given: Partial<ClinicianDashboard> = {}): ClinicianDashboard => ({
  from: '2026-08-03',
  to: '2026-08-04',
  clinician: rosa,
  appointments: 12,
  by_status: { booked: 2, completed: 9, did_not_attend: 1, cancelled: 3 },
  minutes_booked: 180,
  minutes_available: 600,
  utilisation: 0.3,
  did_not_attend_rate: 0.1,
  by_type: [
    { appointment_type: jab, appointments: 10, minutes: 150 },
    { appointment_type: { id: 9, name: 'Blood test' }, appointments: 2, minutes: 30 },
  ],
  by_day: [
    {
      date: '2026-08-03',
      appointments: 4,
      cancelled: 3,
      minutes_booked: 60,
      minutes_available: 600,
    },
    {
      date: '2026-08-04',
      appointments: 8,
      cancelled: 0,
      minutes_booked: 120,
      minutes_available: 0,
    },
  ],
  previous: {
    ...nothing,
    from: '2026-08-01',
    to: '2026-08-02',
    appointments: 7,
    utilisation: 0.35,
    did_not_attend_rate: null,
  },
  ...given,
})

export const emptyNumbers = numbers({
  ...nothing,
  by_type: [],
  by_day: ['2026-08-03', '2026-08-04'].map((date) => ({
    date,
    appointments: 0,
    cancelled: 0,
    minutes_booked: 0,
    minutes_available: 0,
  })),
})

export const upcoming = (given: Partial<UpcomingAppointment> = {}): UpcomingAppointment => ({
  id: 1,
  start: '2026-08-05T08:30:00Z',
  end: '2026-08-05T08:40:00Z',
  patient: { id: 41, full_name: 'Ines Okafor' },
  appointment_type: jab,
  site,
  room: { id: 6, name: 'Room 2' },
  clinician: rosa,
  ...given,
})

export const income: TotalIncome = {
  from: '2026-08-03',
  to: '2026-08-04',
  total: '1234.50',
  doses: 3,
  by_day: [
    { date: '2026-08-03', total: '1234.50', doses: 3 },
    { date: '2026-08-04', total: '0.00', doses: 0 },
  ],
  by_product: [{ product: { id: 2, name: 'Rabies vaccine' }, total: '1234.50', doses: 3 }],
  previous: { from: '2026-08-01', to: '2026-08-02', total: '10.00', doses: 1 },
}

export const logEntry: AppointmentLogEntry = {
  sequence: 900,
  at: '2026-08-04T10:00:00Z',
  action: 'appointment.cancelled',
  by: null,
  appointment: {
    id: 1,
    start: '2026-08-05T08:30:00Z',
    appointment_type: jab,
    patient: { id: 41, full_name: 'Ines Okafor' },
    clinician: rosa,
    site,
  },
}

export const fields = {
  clinicians: [
    { ...rosa, is_active: true },
    { id: 4, full_name: 'Tom Fletcher', is_active: false },
  ],
  sites: [{ id: 5, name: 'Quay Pharmacy' }],
  appointment_types: [jab],
  outcomes: [
    { id: 7, name: 'Given advice', archived: false },
    { id: 6, name: 'Referred to GP', archived: true },
  ],
}
