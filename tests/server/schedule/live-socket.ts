import { WebSocket } from 'ws'
import { ScheduleChanged } from '#lib/contract/schedule.ts'
import { eventually } from '../../eventually.ts'

export type LiveSocket = {
  socket: WebSocket
  messages: ScheduleChanged[]
  /** The close code, once it is closed. */
  closed: Promise<number>
  /** Waits until something about a clinician's day was said. */
  hears: (staffId: number, date: string) => Promise<void>
}

/** Opens the live channel as a browser does. @throws an error that names the status of a refusal. */
export async function openLive(
  server: { url: string },
  headers: Record<string, string>,
  origin: string | null = server.url,
  channel: 'clinic' | 'progress' = 'clinic',
): Promise<LiveSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/${channel}/`, {
    headers,
    ...(origin !== null && { origin }),
  })
  const messages: ScheduleChanged[] = []
  socket.on('message', (text) => messages.push(ScheduleChanged.parse(JSON.parse(String(text)))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return {
    socket,
    messages,
    closed,
    hears: (staffId, date) =>
      eventually(
        () => {
          const isSaid = messages.some(
            ({ dates, staff_ids }) =>
              (dates.length === 0 || dates.includes(date)) &&
              (staff_ids.length === 0 || staff_ids.includes(staffId)),
          )
          if (!isSaid) throw new Error(`heard ${JSON.stringify(messages)}`)
        },
        { interval: 20 },
      ),
  }
}
