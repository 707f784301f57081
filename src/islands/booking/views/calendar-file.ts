import type { Appointment } from '#lib/contract/booking.ts'

/** Bytes of a line before it is folded (RFC 5545, section 3.1). */
const LINE_BYTES = 75

type CalendarFileOptions = {
  productName: string
  manageUrl: string
  /** When the file is made. */
  now: Date
}

/** The appointment as an iCalendar file (RFC 5545): times in UTC, which every calendar converts. */
export function calendarFile(appointment: Appointment, options: CalendarFileOptions): string {
  const { site, appointment_type: type } = appointment
  const { productName, manageUrl, now } = options
  const place = [site.name, site.address1, site.address2, site.city, site.postcode]
  const description = [
    `Reference: ${appointment.reference}`,
    site.telephone && `Phone: ${site.telephone}`,
    type.prebooking_info.trim(),
    `Find or cancel this appointment: ${manageUrl}`,
    // A guest's link carries the secret that opens it; another asks to sign in.
    new URL(manageUrl).hash && 'Anybody who has this link can see and cancel the appointment.',
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName)}//Appointments//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:appointment-${appointment.id}@${new URL(manageUrl).hostname}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(appointment.start))}`,
    `DTEND:${utc(new Date(appointment.end))}`,
    `SUMMARY:${escaped(`${type.name} at ${site.name}`)}`,
    `LOCATION:${escaped(place.filter(Boolean).join(', '))}`,
    `DESCRIPTION:${escaped(description.filter(Boolean).join('\n'))}`,
    `URL:${manageUrl}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** 2026-08-06T08:30:00Z as `20260806T083000Z`. */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')
}

/** Folds between characters, never inside one: a line's length is counted in UTF-8 bytes. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const rows: string[] = []
  let row = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LINE_BYTES) {
      rows.push(row)
      // The space that marks a continued line counts too.
      row = ' '
      bytes = 1
    }
    row += character
    bytes += size
  }
  return [...rows, row].join('\r\n')
}
