import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isFull } from '../../amount.ts'
import { addPerson } from '../clinic-factory.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { auditLines, oneRow } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { addLines, addReader } from './audit-trail.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is in use in this process, which is the server's and its reader's. */
function liveBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const EXPORT = '/api/admin/auditevents/export/'

const server = await runTestServer({ environment: { CLINIC_TIME_ZONE: 'Europe/London' } })
const db = server.database.db
const reader = await addReader(server, ['admin.view_logentry', 'clinic.user_admin'])

/** The file with each line under its column's name. */
async function download(search: string) {
  const answer = await reader.ask('GET', `${EXPORT}?${search}`)
  const [head = [], ...records] = parseCsv(answer.text)
  const lines = records.map((record) =>
    Object.fromEntries(head.map((name, index) => [name, record[index]])),
  )
  return { ...answer, head, lines }
}

const downloads = () =>
  auditLines(db, ['actor_id', 'subject_type', 'subject_id', 'patient_id', 'change'], {
    action: 'audit.exported',
  })

test('a file has every line that is wanted, newest first, in words and numbers', async () => {
  const patient = await addPerson(db, { first_name: '=HYPERLINK("x")', last_name: 'O’Brien, Ann' })
  const [first, second] = await addLines(db, [
    {
      at: '2026-03-29T00:59:59Z',
      actor_id: reader.id,
      action: 'person.updated',
      subject_type: 'person',
      subject_id: patient.id,
      patient_id: patient.id,
      change: JSON.stringify({ fields: ['city', 'mobile'] }),
      source: '192.0.2.7',
      request_id: 'request-1',
    },
    {
      at: '2026-03-29T01:00:00Z',
      actor_role: 'system',
      action: 'once.done',
      subject_type: 'audit_trail',
      subject_id: 0,
      patient_id: patient.id,
      source: '=cmd',
    },
  ])
  vi.spyOn(server.services, 'now').mockReturnValue(Date.parse('2026-08-05T23:30:00Z'))
  const { head, lines, headers } = await download(`patient_id=${patient.id}`)
  vi.restoreAllMocks()
  expect(headers.get('Content-Disposition')).toBe(
    'attachment; filename="audit-trail-2026-08-06.csv"',
  )
  expect(head).toHaveLength(14)
  const { full_name: reading } = await oneRow(db, 'person', reader.id)
  expect(lines).toEqual([
    {
      Line: String(second),
      'Time (UTC)': '2026-03-29T01:00:00.000Z',
      'Time at the clinic': '2026-03-29 02:00:00',
      'Done by': '',
      'Done by (person number)': '',
      'Acting as': 'System',
      'What happened': 'once.done',
      Action: 'once.done',
      Record: 'Audit trail',
      Patient: '\'=HYPERLINK("x") O’Brien, Ann',
      'Patient (person number)': String(patient.id),
      Change: '{}',
      Source: "'=cmd",
      Request: '',
    },
    {
      Line: String(first),
      'Time (UTC)': '2026-03-29T00:59:59.000Z',
      'Time at the clinic': '2026-03-29 00:59:59',
      'Done by': reading,
      'Done by (person number)': String(reader.id),
      'Acting as': 'Staff',
      'What happened': 'Changed a person’s details',
      Action: 'person.updated',
      Record: `Person ${patient.id}`,
      Patient: '\'=HYPERLINK("x") O’Brien, Ann',
      'Patient (person number)': String(patient.id),
      Change: '{"fields":["city","mobile"]}',
      Source: '192.0.2.7',
      Request: 'request-1',
    },
  ])
})

test('a file of nothing is its head', async () => {
  const { text, lines } = await download('action=nothing.happened')
  expect(lines).toEqual([])
  expect(text).toMatch(/^Line,.*\r\n$/)
})

test('a file starts with the mark by which Excel knows UTF-8', async () => {
  const answer = await fetch(`${server.url}${EXPORT}`, { headers: reader.headers })
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 4)]).toEqual([
    0xef, 0xbb, 0xbf, 0x4c,
  ])
})

describe('each download', () => {
  test('is a line of the trail that says how much of whose was taken', async () => {
    await addLines(db, [{ patient_id: 77, subject_id: 5 }, { patient_id: 77 }, { patient_id: 78 }])
    const before = await downloads()
    await download('patient_id=77&from=2026-01-01')
    await download('subject_type=appointment&subject_id=5')
    expect((await downloads()).slice(before.length)).toEqual([
      {
        actor_id: reader.id,
        subject_type: 'person',
        subject_id: 77,
        patient_id: 77,
        change: { filters: { patient_id: 77, from: '2026-01-01' }, lines: 2 },
      },
      {
        actor_id: reader.id,
        subject_type: 'appointment',
        subject_id: 5,
        patient_id: 77,
        change: { filters: { subject_type: 'appointment', subject_id: 5 }, lines: 1 },
      },
    ])
  })

  test('of everything is one about the trail as a whole, and is not in its own file', async () => {
    const { lines } = await download('')
    expect((await downloads()).at(-1)).toEqual({
      actor_id: reader.id,
      subject_type: 'audit_trail',
      subject_id: 0,
      patient_id: null,
      change: { filters: {}, lines: lines.length },
    })
  })

  test('is for staff who hold the permission, and by filters that can be', async () => {
    const other = await addReader(server, ['clinic.view_user'])
    const before = await downloads()
    const outcome = async (search: string, headers: Record<string, string>) =>
      (await send(server, 'GET', `${EXPORT}${search}`, { headers })).outcome
    expect(await outcome('', {})).toBe('401 not_signed_in')
    expect(await outcome('', other.headers)).toBe('403 not_allowed')
    expect(await outcome('?from=tomorrow', reader.headers)).toBe('400')
    expect(await outcome('?page=2', reader.headers)).toBe('400')
    expect(await downloads()).toEqual(before)
  })

  test('does not happen where it cannot be told', async () => {
    await sql`alter table audit_event add constraint refused
      check (action <> 'audit.exported') not valid`.execute(db)
    const { outcome, text } = await download('').catch(() => ({ outcome: 'unreadable', text: '' }))
    await sql`alter table audit_event drop constraint refused`.execute(db)
    expect(outcome).toBe('unreadable')
    expect(text).not.toContain('Line,')
  })
})

describe('a long trail', () => {
  const LINES = 100_050
  const open = () => fetch(`${server.url}${EXPORT}?action=long`, { headers: reader.headers })
  beforeAll(async () => {
    await sql`insert into audit_event (actor_role, action, subject_type, subject_id, request_id)
      select 'staff', 'long.trail', 'appointment', line, repeat('x', 200)
      from generate_series(1, ${LINES}::integer) line`.execute(db)
  })

  test.runIf(isFull)(
    'is cut after a hundred thousand lines, says so, and takes little memory',
    async () => {
      const atFirst = liveBytes()
      const answer = await open()
      let bytes = 0
      let most = 0
      let lines = 0
      let end = ''
      for await (const piece of answer.body ?? []) {
        const text = Buffer.from(piece).toString('latin1')
        if (Math.floor(bytes / 5_000_000) !== Math.floor((bytes + piece.length) / 5_000_000)) {
          most = Math.max(most, liveBytes() - atFirst)
        }
        bytes += piece.length
        lines += text.split('\n').length - 1
        end = (end + text).slice(-300)
      }
      expect(lines).toBe(1 + 100_000 + 1)
      expect(end).toMatch(
        /\r\n"Cut after 100,000 lines: older ones are missing. Ask for fewer days.",,,,,,,,,,,,,\r\n$/,
      )
      expect(bytes).toBeGreaterThan(30_000_000)
      expect(most).toBeLessThan(20_000_000)
      expect((await downloads()).at(-1)?.change).toEqual({
        filters: { action: 'long' },
        lines: 100_000,
      })
    },
  )

  test('that breaks off on the way does not look complete', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const answer = await open()
    const reading = answer.body?.getReader()
    expect((await reading?.read())?.done).toBe(false)
    await sql`alter table audit_event rename to audit_event_away`.execute(db)
    const toTheEnd = async () => {
      while (!(await reading?.read())?.done);
    }
    await expect(toTheEnd()).rejects.toThrow('terminated')
    await sql`alter table audit_event_away rename to audit_event`.execute(db)
    vi.restoreAllMocks()
  })
})
