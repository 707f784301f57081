import type { FormCalls } from '../form-calls.ts'

type FormSubmittedProps = {
  appointmentId: number
  isAmended: boolean
  isOver: boolean
  calls: FormCalls
}

export function FormSubmitted({ appointmentId, isAmended, isOver, calls }: FormSubmittedProps) {
  return (
    <section aria-labelledby="form-submitted" className="flex flex-col gap-4 print:hidden">
      <p id="form-submitted" className="banner banner-success heading-3">
        {isAmended ? 'Your changes have been submitted' : 'Your form has been submitted'}
      </p>
      <p>
        {isOver
          ? 'Your answers are with your records of this appointment.'
          : 'The clinician will read your answers before your appointment. You do not need to bring a copy.'}
      </p>
      <p>
        <a className="link" href={calls.appointmentAddress(appointmentId)}>
          Your appointment
        </a>
      </p>
    </section>
  )
}
