import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'

export const EarlierTimeLink = ({ calls }: { calls: OwnAppointmentCalls }) => (
  <p className="print:hidden">
    <a className="link" href={calls.earlierTimeHref()}>
      Tell me about an earlier time
    </a>
  </p>
)
