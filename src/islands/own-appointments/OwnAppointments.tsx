import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { type AddressQuery, useAddressQuery } from '../ui/use-address-query.ts'
import { manageWithActors } from './appointment/manage-appointment.actors.ts'
import { ownAppointmentCalls } from './appointment/own-appointment-calls.ts'
import { useIsMoved, useManagedAppointment } from './appointment/use-managed-appointment.ts'
import { OwnDetails } from './OwnDetails.tsx'
import { OwnList } from './OwnList.tsx'
import { RescheduleOwn } from './RescheduleOwn.tsx'

export function OwnAppointments({ settings, search, api: injected }: ScreenIslandProps) {
  const address = useAddressQuery(search)
  const id = Number(address.query.get('appointment'))
  const isOne = Number.isSafeInteger(id) && id > 0
  return (
    <SignedInIsland settings={settings} api={injected} defaults={{ queries: atOnce }}>
      {(api, queries) =>
        isOne ? (
          <OwnAppointmentPage key={id} {...{ id, api, queries, settings, address }} />
        ) : (
          <OwnList {...{ api, settings, address }} />
        )
      }
    </SignedInIsland>
  )
}

type OwnAppointmentProps = {
  id: number
  api: ApiClient
  queries: QueryClient
  settings: PublicSettings
  address: AddressQuery
}

function OwnAppointmentPage(props: OwnAppointmentProps) {
  const [visit, setVisit] = useState({ number: 1, isMoved: false })
  return (
    <Visit
      key={visit.number}
      {...props}
      isMovedHere={visit.isMoved}
      onRescheduled={(isMoved) => setVisit(({ number }) => ({ number: number + 1, isMoved }))}
    />
  )
}

type VisitProps = OwnAppointmentProps & {
  isMovedHere: boolean
  /** Moving it has ended, one way or the other: it is read again. */
  onRescheduled: (isMoved: boolean) => void
}

function Visit({ id, api, queries, settings, address, isMovedHere, onRescheduled }: VisitProps) {
  const [{ calls, machine }] = useState(() => {
    const own = ownAppointmentCalls(api, id, () => null)
    return { calls: own, machine: manageWithActors({ calls: own, queries, isSignedIn: true }) }
  })
  const [isMoving, setMoving] = useState(false)
  const managed = useManagedAppointment(machine, id, isMoving)
  const { appointment, snapshot } = managed
  const isMoved = useIsMoved(isMovedHere, appointment)
  const isChanged = snapshot.matches('cancelled') || isMoved
  useEffect(() => {
    if (isChanged) void queries.invalidateQueries({ queryKey: ['own-appointments'] })
  }, [isChanged, queries])
  const onMoved = useCallback(() => onRescheduled(true), [onRescheduled])
  if (appointment && isMoving) {
    return (
      <RescheduleOwn
        appointment={appointment}
        api={api}
        calls={calls}
        queries={queries}
        settings={settings}
        onLeft={onRescheduled}
      />
    )
  }
  return (
    <OwnDetails
      {...managed}
      settings={settings}
      address={address}
      isMoved={isMoved}
      onMove={() => setMoving(true)}
      onMoved={onMoved}
      calls={calls}
      queries={queries}
    />
  )
}
