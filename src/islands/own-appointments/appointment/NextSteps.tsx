import type { Appointment } from '#lib/contract/booking.ts'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'

export function NextSteps({ appointment }: { appointment: Appointment }) {
  const { site, appointment_type: type } = appointment
  return (
    <section aria-labelledby="next-steps" className="flex flex-col gap-3">
      <h2 id="next-steps" className="heading-2">
        What happens next
      </h2>
      {type.prebooking_info.trim() && <Paragraphs text={type.prebooking_info} />}
      {type.what_to_bring.trim() && (
        <>
          <h3 className="heading-3">What to bring</h3>
          <Paragraphs text={type.what_to_bring} />
        </>
      )}
      <ul className="list-disc ps-5">
        <li>Come to {site.name} five minutes before your appointment.</li>
        <li>
          If you cannot come, move or cancel it as soon as you can, so that somebody else can come.
        </li>
        {site.telephone && (
          <li>
            If something changes on the day, call <PhoneLink number={site.telephone} />.
          </li>
        )}
      </ul>
    </section>
  )
}
