import { appointmentStatuses } from '#lib/appointments/appointment-status.ts'
import type { ClinicianDashboard } from '#lib/contract/reporting.ts'
import { formatDuration, formatPlainDate } from '#lib/dates/format-date-time.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { BarChart } from './BarChart.tsx'
import { Chart } from './Chart.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { asPercent } from './format-report-period.ts'
import { shortDay } from './short-day.ts'

export function NumberCharts({ numbers }: { numbers: ClinicianDashboard }) {
  return (
    <div className="charts">
      <ByDay numbers={numbers} />
      <TimeByDay numbers={numbers} />
      <ByStatus numbers={numbers} />
      <ByType numbers={numbers} />
    </div>
  )
}

type Props = { numbers: ClinicianDashboard }

function ByDay({ numbers: { by_day: days, appointments, by_status } }: Props) {
  const busiest = days.reduce((most, day) => (day.appointments > most.appointments ? day : most))
  const label = `${counted(appointments, 'appointment')}${
    busiest.appointments > 0
      ? `, the most on ${formatPlainDate(busiest.date)}: ${inFigures(busiest.appointments)}`
      : ''
  }`
  return (
    <Chart
      title="Appointments by day"
      heads={['Day', 'Appointments', 'Cancelled']}
      rows={days.map(({ date, appointments: count, cancelled }) => ({
        name: formatPlainDate(date),
        cells: [inFigures(count), inFigures(cancelled)],
      }))}
      total={{
        name: 'Total',
        cells: [inFigures(appointments), inFigures(by_status.cancelled)],
      }}
    >
      <ColumnChart
        label={label}
        format={inFigures}
        columns={days.map(({ date, appointments: count }) => ({
          title: `${formatPlainDate(date)}: ${counted(count, 'appointment')}`,
          short: shortDay(date, days.length),
          value: count,
        }))}
      />
    </Chart>
  )
}

function TimeByDay({ numbers }: Props) {
  const { by_day: days, minutes_booked, minutes_available, utilisation } = numbers
  const share = (booked: number, available: number) =>
    asPercent(available === 0 ? null : booked / available, 'No hours')
  return (
    <Chart
      title="Time booked of time offered"
      heads={['Day', 'Booked', 'Offered', 'Share']}
      rows={days.map(({ date, minutes_booked: booked, minutes_available: available }) => ({
        name: formatPlainDate(date),
        cells: [formatDuration(booked), formatDuration(available), share(booked, available)],
      }))}
      total={{
        name: 'Total',
        cells: [
          formatDuration(minutes_booked),
          formatDuration(minutes_available),
          asPercent(utilisation, 'No hours'),
        ],
      }}
    >
      <ColumnChart
        label={`${formatDuration(minutes_booked)} booked of ${formatDuration(minutes_available)} offered`}
        format={formatDuration}
        columns={days.map(({ date, minutes_booked: booked, minutes_available: available }) => ({
          title: `${formatPlainDate(date)}: ${formatDuration(booked)} of ${formatDuration(available)}`,
          short: shortDay(date, days.length),
          value: booked,
          outOf: available,
        }))}
      />
    </Chart>
  )
}

function ByStatus({ numbers: { by_status } }: Props) {
  const bars = Object.entries(appointmentStatuses).map(([status, name]) => ({
    name,
    value: by_status[status as keyof typeof by_status],
  }))
  return (
    <Chart
      title="Appointments by status"
      heads={['Status', 'Appointments']}
      rows={bars.map(({ name, value }) => ({ name, cells: [inFigures(value)] }))}
    >
      <BarChart bars={bars} format={inFigures} other="status" />
    </Chart>
  )
}

function ByType({ numbers: { by_type } }: Props) {
  if (by_type.length === 0) return null
  return (
    <Chart
      title="Appointments by type"
      heads={['Appointment type', 'Appointments', 'Time']}
      rows={by_type.map(({ appointment_type, appointments, minutes }) => ({
        name: appointment_type.name,
        cells: [inFigures(appointments), formatDuration(minutes)],
      }))}
    >
      <BarChart
        format={inFigures}
        other="type"
        bars={by_type.map(({ appointment_type, appointments }) => ({
          name: appointment_type.name,
          value: appointments,
        }))}
      />
    </Chart>
  )
}
