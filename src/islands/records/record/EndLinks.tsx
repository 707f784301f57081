import { useState } from 'react'
import { can } from '#lib/policy/policy.ts'
import { ActionDialog } from '../../admin/resources/ActionDialog.tsx'
import { useApi, useViewer } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'

type EndLinksProps = {
  patientId: number
  appointment?: { id: number; staffId: number } | undefined
}

const questions = {
  appointment: {
    title: 'End all links to this appointment?',
    text: 'Links that we sent or showed will no longer open it. The next message about it has a new link.',
  },
  person: {
    title: 'End all links of this patient?',
    text: 'Links to all their appointments and places on the waiting list will no longer work. If they have an account, they can still sign in. The next message about each appointment has a new link.',
  },
} as const

export function EndLinks({ patientId, appointment }: EndLinksProps) {
  const viewer = useViewer()
  const api = useApi()
  const [asked, setAsked] = useState<keyof typeof questions | null>(null)
  const mayOfAppointment =
    appointment && can(viewer, 'appointment.change', { staffId: appointment.staffId })
  const mayOfPerson = can(viewer, 'person.change')
  const run = () =>
    asked === 'appointment' && appointment
      ? api.call('POST admin/appointments/{id}/end-links/', { params: { id: appointment.id } })
      : api.call('POST admin/users/{id}/end-links/', { params: { id: patientId } })
  if (!mayOfAppointment && !mayOfPerson) return null
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {mayOfAppointment && (
        <Button look="secondary" onClick={() => setAsked('appointment')}>
          End links to this appointment
        </Button>
      )}
      {mayOfPerson && (
        <Button look="secondary" onClick={() => setAsked('person')}>
          End all links of this patient
        </Button>
      )}
      {asked && (
        <ActionDialog
          title={questions[asked].title}
          action="End links"
          pendingLabel="Ending links"
          run={run}
          done="The links have been ended."
          onClose={() => setAsked(null)}
        >
          <p>{questions[asked].text}</p>
        </ActionDialog>
      )}
    </div>
  )
}
