import { formatPriceLine } from '#lib/catalogue/format-prices.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { formatDate, formatDuration, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { Lines } from '../../ui/Lines.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'

type AppointmentSummaryProps = {
  appointment: Appointment
  timeZone: string
}

export function AppointmentSummary({ appointment, timeZone }: AppointmentSummaryProps) {
  const { site, start, end, notes, gp_surgery, outcomes, appointment_type: type } = appointment
  return (
    <dl className="summary-list">
      <SummaryRow name="Reference">
        <strong className="whitespace-nowrap">{appointment.reference}</strong>
      </SummaryRow>
      <SummaryRow name="Service">{type.name}</SummaryRow>
      <SummaryRow name="Date and time">
        <Lines
          lines={[
            formatDate(start, timeZone),
            `${formatTimeRange(start, end, timeZone)} (${formatDuration(appointment.duration)})`,
          ]}
        />
      </SummaryRow>
      <SummaryRow name="Place">
        <Lines lines={[site.name, site.address1, site.address2, site.city, site.postcode]} />
        {site.telephone && (
          <span className="block">
            <PhoneLink number={site.telephone} />
          </span>
        )}
        <SitePageLink site={site} />
      </SummaryRow>
      {type.prices.length > 0 && (
        <SummaryRow name="What it costs">
          <Lines lines={type.prices.map(formatPriceLine)} />
        </SummaryRow>
      )}
      <SummaryRow name="With">{appointment.clinician.full_name}</SummaryRow>
      <SummaryRow name="For">{appointment.patient.full_name}</SummaryRow>
      {outcomes.length > 0 && (
        <SummaryRow name={outcomes.length === 1 ? 'Outcome' : 'Outcomes'}>
          <Lines lines={outcomes.map(({ name }) => name)} />
        </SummaryRow>
      )}
      {gp_surgery && <SummaryRow name="GP surgery">{gp_surgery.name}</SummaryRow>}
      {notes && <SummaryRow name="Notes for your appointment">{notes}</SummaryRow>}
    </dl>
  )
}

function SitePageLink({ site: { slug, has_hours, has_location } }: Pick<Appointment, 'site'>) {
  if (!has_hours && !has_location) return null
  const more = [...(has_hours ? ['opening hours'] : []), ...(has_location ? ['map'] : [])]
  const label = more.join(' and ')
  return (
    <a className="link block" href={`/contact-details/${slug}`}>
      {label.charAt(0).toUpperCase() + label.slice(1)}
    </a>
  )
}
