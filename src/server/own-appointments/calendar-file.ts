import {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { AppointmentRow } from '../booking/appointment-rows.ts'
import type { Call } from '../http/implement.ts'
import type { Settings } from '../settings.ts'
import { type Finder, readOwnRow } from './own-appointment.ts'

const HOUR_SECONDS = 3600
/** They ring a day and two hours before the appointment. */
const ALARM_SECONDS = [24 * HOUR_SECONDS, 2 * HOUR_SECONDS]

/** RFC 5545. @throws as the finder does. */
export async function ownCalendarFile(call: Call, own: Finder, id: number): Promise<FileAnswer> {
  const row = await readOwnRow(call, own, id)
  const { services } = call
  const text = appointmentCalendar(row, {
    settings: services.settings,
    at: services.now(),
    page: await own.pageOf(services.db, row),
    title: `${row.type_name} at ${row.site_name}`,
    invited: null,
  })
  return {
    name: `appointment-${row.reference}.ics`,
    content: (async function* () {
      yield text
    })(),
  }
}

type CalendarOptions = {
  settings: Pick<Settings, 'PRODUCT_NAME' | 'publicUrl' | 'MAIL_FROM'>
  at: number
  page: string
  title: string
  /** An invitation is sent to this person; null for a file that somebody takes. */
  invited: { name: string; address: string } | null
}

/**
 * It replaces an earlier entry, because `SEQUENCE` grows; a cancelled appointment removes its
 * entry.
 */
export function appointmentCalendar(row: AppointmentRow, options: CalendarOptions): string {
  const { settings, at, page, title, invited } = options
  const isCancelled = row.status === 'cancelled'
  const place = [
    row.site_name,
    row.site_address1,
    row.site_address2,
    row.site_city,
    row.site_postcode,
  ]
  const description = [
    `Reference: ${row.reference}`,
    row.site_telephone && `Phone: ${row.site_telephone}`,
    row.type_prebooking_info.trim(),
    row.type_what_to_bring.trim() && `What to bring: ${row.type_what_to_bring.trim()}`,
    `Change or cancel this appointment: ${page}`,
    new URL(page).hash && 'Anyone with this link can see, move and cancel the appointment.',
  ]
  const alarms = ALARM_SECONDS.map((trigger) => ({ type: ICalAlarmType.display, trigger }))
  const calendar = new ICalCalendar({
    prodId: { company: settings.PRODUCT_NAME, product: 'Appointments', language: 'EN' },
    scale: 'GREGORIAN',
    method: calendarMethod(isCancelled, invited !== null),
  })
  calendar.createEvent({
    id: `appointment-${row.id}@${new URL(settings.publicUrl).hostname}`,
    sequence: row.version - 1,
    stamp: new Date(at),
    created: row.created,
    lastModified: row.modified,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: row.starts_at,
    end: row.ends_at,
    summary: title,
    location: place.filter(Boolean).join(', '),
    description: description.filter(Boolean).join('\n'),
    url: page,
    organizer: { name: row.site_name, email: row.site_email || senderAddress(settings) },
    ...(!isCancelled && { alarms }),
    ...(invited && {
      attendees: [
        {
          name: invited.name,
          email: invited.address,
          role: ICalAttendeeRole.REQ,
          status: ICalAttendeeStatus.ACCEPTED,
          rsvp: false,
        },
      ],
    }),
  })
  return `${calendar.toString()}\r\n`
}

/** Every scheduled entry has an organiser (RFC 5546, 3.2): without a branch's email, the sender of messages. */
function senderAddress({ MAIL_FROM = '', publicUrl }: CalendarOptions['settings']): string {
  const [, inBrackets] = /<([^<>]+)>\s*$/.exec(MAIL_FROM) ?? []
  return inBrackets ?? (MAIL_FROM || `appointments@${new URL(publicUrl).hostname}`)
}

function calendarMethod(isCancelled: boolean, isInvitation: boolean): ICalCalendarMethod {
  if (isCancelled) return ICalCalendarMethod.CANCEL
  return isInvitation ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.PUBLISH
}
