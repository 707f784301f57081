import { beforeEach, describe, expect, test } from 'vitest'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { updateRows } from '../rows.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { type File, importFile } from './import-file.ts'
import { makeRecord, resourceSamples } from './resource-samples.ts'

const server = await runTestServer()
const { db } = server.database
const { ask, headers } = await addSignedIn(server, { person: { is_superuser: true } })
beforeEach(async () => {
  await db.deleteFrom('competency').execute()
  await db.deleteFrom('gp_surgery').execute()
})

const take = (path: string, file: File, seen?: string) =>
  importFile(server, path, file, { headers, beside: seen === undefined ? {} : { seen } })

const exported = async (path: string) =>
  (await ask('GET', `/api/admin/${path}/export/?ordering=id`)).text

const surgeries = () =>
  db
    .selectFrom('gp_surgery')
    .select(['name', 'city', 'telephone', 'version'])
    .orderBy('name')
    .execute()

const isImported = (of: (typeof adminResources)[number]) => 'imports' in of

/** The others have files of their own: `import-users.test.ts`. */
const named = adminResources.filter(isImported).filter(({ path }) => path !== 'users')

describe.each(named.map((of) => [of.many, of] as const))(
  'our own file of %s',
  (_, { path, namedBy }) => {
    test('is taken back unchanged, whatever stands in it', async () => {
      const field = namedBy as 'name'
      const texts = ['=1+1', '@cmd', '-2', 'He said “no”, "maybe"; or; so', 'Łódź – Åse', '12']
      for (const text of texts) await makeRecord(server, path, { [field]: text })
      await makeRecord(server, path, await resourceSamples[path].changed(db))
      const file = await exported(path)
      const { is, text } = await take(path, file)
      expect(is.count, text).toEqual({ created: 0, changed: 0, unchanged: 7, similar: 0, wrong: 0 })
      expect(is.left_out).toEqual([])
      // Without the numbers, too: then it goes by the name.
      const numberless = parseCsv(file.replace(/^\ufeff/, ''))
        .map(([, ...cells]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\r\n')
      expect((await take(path, numberless)).is.count).toMatchObject({ unchanged: 7, wrong: 0 })
    })
  },
)

const kept = { name: 'Quay Surgery', city: 'Saltmere' }
const FILE = [
  'City;Shoe size;NAME;telephone;Email',
  'Saltmere;9;Quay Surgery;01632 960 001;',
  'Saltmere;9;Hill Surgery;;hill@example.test',
  ';;;;',
  'Saltmere;9;Hill surgery ;;',
  'Saltmere;9;;;',
  'Saltmere;9;Lost Surgery;12;nobody',
  'Saltmere;9;Calm Surgery;;',
].join('\r\n')

test('a file says row by row what would happen, and then does it', async () => {
  await makeRecord(server, 'gpsurgeries', { ...kept, telephone: '01632 960 999' })
  await makeRecord(server, 'gpsurgeries', { name: 'Calm Surgery', city: 'Saltmere' })
  const before = await surgeries()
  const { is, text } = await take('gpsurgeries', FILE)
  expect(is, text).toMatchObject({
    carried_out: false,
    count: { created: 1, changed: 1, unchanged: 1, wrong: 3 },
    left_out: ['Shoe size'],
  })
  expect(is.rows.map(({ line, outcome, name }) => [line, outcome, name])).toEqual([
    [2, 'changed', 'Quay Surgery'],
    [3, 'created', 'Hill Surgery'],
    [5, 'wrong', 'Hill surgery'],
    [6, 'wrong', 'nothing'],
    [7, 'wrong', 'Lost Surgery'],
    [8, 'unchanged', 'Calm Surgery'],
  ])
  expect(is.rows[0]?.changes).toEqual([
    { label: 'Telephone', from: '01632 960 999', to: '01632 960 001' },
  ])
  expect(is.rows[2]?.problems).toEqual([
    { label: 'Name', message: 'Line 3 is for the same GP surgery' },
  ])
  expect(is.rows[4]?.problems.map(({ label }) => label)).toEqual(['Telephone', 'Email address'])
  const [head, ...wrong] = parseCsv(is.wrong_file.replace(/^\ufeff/, ''))
  expect(head).toEqual(['City', 'Shoe size', 'NAME', 'telephone', 'Email', 'What is wrong'])
  expect(wrong[2]).toEqual(['Saltmere', '9', 'Lost Surgery', '12', 'nobody', expect.any(String)])
  // Nothing has happened.
  expect(await surgeries()).toEqual(before)

  const done = await take('gpsurgeries', FILE, is.seen)
  expect(done.is).toEqual({ ...is, carried_out: true })
  expect(await surgeries()).toEqual([
    { name: 'Calm Surgery', city: 'Saltmere', telephone: '', version: 1 },
    { name: 'Hill Surgery', city: 'Saltmere', telephone: '', version: 1 },
    { name: 'Quay Surgery', city: 'Saltmere', telephone: '01632 960 001', version: 2 },
  ])
  // Once more the same changes nothing.
  const again = await take('gpsurgeries', FILE)
  expect(again.is.count).toEqual({ created: 0, changed: 0, unchanged: 3, similar: 0, wrong: 3 })
  const trail = await db
    .selectFrom('audit_event')
    .select(['action', 'change'])
    .where('subject_type', '=', 'gp_surgery')
    .orderBy('sequence', 'desc')
    .limit(3)
    .execute()
  expect(trail).toEqual([
    {
      action: 'record.imported',
      change: { created: 1, changed: 1, unchanged: 1, similar: 0, wrong: 3 },
    },
    { action: 'record.created', change: { version: 1 } },
    { action: 'record.changed', change: { fields: ['telephone'], version: 2 } },
  ])
})

test.each([
  ['sep=;', ';'],
  ['sep=,', ','],
  ['"sep=\t"', '\t'],
  ['SEP=|', '|'],
  ['sep=;;', ';'],
])('a first line %j says the separator, and lines keep their numbers', async (first, separator) => {
  const rows = [
    ['Name', 'City'],
    ['Quay, Hill; Co', 'Saltmere'],
    ['', 'Saltmere'],
  ].map((cells) => cells.map((cell) => `"${cell}"`).join(separator))
  const { is, text } = await take('gpsurgeries', [first, ...rows].join('\r\n'))
  expect(is.left_out, text).toEqual([])
  expect(is.rows.map(({ line, outcome, name }) => [line, outcome, name])).toEqual([
    [3, 'created', 'Quay, Hill; Co'],
    [4, 'wrong', 'nothing'],
  ])
})

test('what has changed since the check is told, and nothing is done', async () => {
  const made = await makeRecord(server, 'competencies', { name: 'Phlebotomy' })
  const file = `Number,Name\n${made.id},Blood tests\n,Ear care\n`
  const { is } = await take('competencies', file)
  expect(is.count).toMatchObject({ created: 1, changed: 1 })
  await updateRows(db, 'competency', made.id, { name: 'Taking blood' })
  const late = await take('competencies', file, is.seen)
  expect(late.outcome).toBe('409 stale')
  const names = await db.selectFrom('competency').select('name').execute()
  expect(names).toEqual([{ name: 'Taking blood' }])
  // Another file than was checked is not done either.
  const checked = await take('competencies', file)
  expect((await take('competencies', `${file},Travel\n`, checked.is.seen)).outcome).toBe(
    '409 stale',
  )
})

test('of two who carry out the same, one does', async () => {
  const file = 'name\nEar care\nPhlebotomy\n'
  const { is } = await take('competencies', file)
  const both = await Promise.all([1, 2].map(() => take('competencies', file, is.seen)))
  const outcomes = both.map(({ outcome }) => outcome).toSorted()
  // The other comes while the first is at it, or after it.
  expect(outcomes).toEqual(['200', expect.stringMatching(/^409 (conflict|stale)$/)])
  const { count } = await db
    .selectFrom('competency')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(2)
})

test('what the number or the name does not settle is wrong, and the rest goes on', async () => {
  const [one, other] = [
    await makeRecord(server, 'gpsurgeries', { name: 'Quay Surgery' }),
    await makeRecord(server, 'gpsurgeries', { name: 'Quay Surgery' }),
  ]
  const lines = ['id,name', ',Quay Surgery', '2147483647,Hill', 'x,Hill', `${one.id},Hill`]
  const { is } = await take('gpsurgeries', lines.join('\n'))
  expect(is.rows.map(({ outcome, problems }) => problems[0]?.message ?? outcome)).toEqual([
    `Several GP surgeries have this. Enter the number of the right one (${one.id}, ${other.id})`,
    'There is no GP surgery with this number',
    'There is no GP surgery with this number',
    'changed',
  ])
})

describe('a file', () => {
  const bytes = (...given: (number | string)[]) =>
    Buffer.concat(given.map((one) => Buffer.from(typeof one === 'string' ? one : [one])))

  test.each<[string, File]>([
    ['of UTF-8 with its mark', '\ufeffname,x\r\nZoë’s,1\r\n'],
    ['of Windows-1252', bytes('name;x\r\nZo', 0xeb, 0x92, 's;1\r\n')],
    ['of UTF-16', Buffer.from('\ufeffname\tx\r\nZoë’s\t1\r\n', 'utf16le')],
    ['in quotation marks', '"name"\t"x, y; z"\n"Zoë’s"\t1'],
  ])('%s is read', async (_, file) => {
    const { is, text } = await take('competencies', file)
    expect(is.rows, text).toMatchObject([{ line: 2, outcome: 'created', name: 'Zoë’s' }])
  })

  test.each<[string, File, RegExp]>([
    ['without rows', 'name\n', /no rows/],
    ['without a column to go by', 'colour\nred\n', /Missing: “Name”/],
    ['with one column twice', 'name,Name\na,b\n', /two “Name” columns/],
    ['with a lost quotation mark', 'name\n"a\nb\n', /quotation mark/],
    ['with more cells than headings', 'name,x\nA,1\nEar care, ear wax,1\n', /Line 3 has more/],
    ['with cells below no heading', 'name,,\nA,,,\nEar care,,wax\n', /Line 3 has more/],
    ['that is no text', bytes('name\n', 0, 1, 2), /not a CSV file/],
    ['of too many rows', `name\n${'a\n'.repeat(10_001)}`, /more than 10,000 rows/],
  ])('%s is refused', async (_, file, text) => {
    const { status, body } = await take('competencies', file)
    expect(status).toBe(400)
    expect(body).toEqual({ file: [expect.stringMatching(text)] })
  })

  test('that is too large is not read', async () => {
    const { outcome } = await take('competencies', 'x'.repeat(5 * 1024 * 1024))
    expect(outcome).toBe('413 too_large')
  })
})
