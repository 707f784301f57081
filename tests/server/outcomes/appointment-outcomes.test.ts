import { beforeEach, expect, test } from 'vitest'
import { makeRecord } from '../admin/resource-samples.ts'
import { type Answer, listedIds, listedRows } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* How the versions of an outcome are counted and kept (docs/decisions/0026). */

let made: Answer['body']
const server = await runTestServer()
const person = { is_superuser: true, last_name: 'Byron' }
const ada = await addSignedIn(server, { person: { ...person, first_name: 'Ada' } })
const rosa = await addSignedIn(server, { person: { ...person, first_name: 'Rosa' } })
beforeEach(async () => {
  made = await makeRecord(server, 'appointmentoutcomes', { template_code: 'Dear patient' })
})

const ask = (method: string, rest = '', body?: object, by = ada) =>
  by.ask(method, `/api/admin/appointmentoutcomes/${made['id']}/${rest}`, body)
const written = () => ({
  name: made['name'],
  template_code: 'Dear patient',
  template_path: '',
  archived: false,
  keep_version: false,
})
const edit = (revision: number, changed: object, by = ada) =>
  ask('PUT', '', { ...written(), ...changed, revision }, by)
const formatNumber = ({ body }: Answer) => `${body['version']}.${body['subversion']}`
const versions = async () => listedRows<Answer['body']>((await ask('GET', 'versions/')).body)

test('an edit counts the version, a small correction the subversion, which then begins anew', async () => {
  expect(`${made['version']}.${made['subversion']}`).toBe('1.0')
  const numbers = []
  for (const [index, keep_version] of [true, true, false, true, false].entries()) {
    const answer = await edit(index + 1, { template_code: `Text ${index}`, keep_version })
    numbers.push(formatNumber(answer))
  }
  expect(numbers).toEqual(['1.1', '1.2', '2.0', '2.1', '3.0'])
})

test('each version is kept with what it said, when, and by whom', async () => {
  const name = `${made['name']}, renamed`
  await edit(1, { name, template_path: 'letters/advice.liquid', keep_version: true }, rosa)
  await edit(2, { name, template_code: 'Hello' })
  const kept = (await versions()).map(({ made: at, ...version }) => {
    expect(Math.abs(Date.parse(String(at)) - Date.now())).toBeLessThan(60_000)
    return version
  })
  expect(kept).toEqual([
    {
      version: 2,
      subversion: 0,
      made_by_name: 'Ada Byron',
      kept: { name, template_code: 'Hello', template_path: '' },
    },
    {
      version: 1,
      subversion: 1,
      made_by_name: 'Rosa Byron',
      kept: { name, template_code: 'Dear patient', template_path: 'letters/advice.liquid' },
    },
    {
      version: 1,
      subversion: 0,
      made_by_name: expect.any(String),
      kept: { name: made['name'], template_code: 'Dear patient', template_path: '' },
    },
  ])
})

test('archiving is no edit; saving the same is nothing at all', async () => {
  const archived = await edit(1, { archived: true })
  expect(archived.body).toMatchObject({ version: 1, subversion: 0, revision: 2, archived: true })
  const same = await edit(2, { archived: true, keep_version: true })
  expect(same.body).toEqual(archived.body)
  expect(await versions()).toHaveLength(1)
})

test('of two who edit at once one is told, and one version is made', async () => {
  const answers = await Promise.all([
    edit(1, { template_code: 'By Ada' }),
    edit(1, { template_code: 'By Rosa' }, rosa),
  ])
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 stale'])
  const told = answers.find(({ status }) => status === 409)
  expect(told?.body['detail']).toMatch(/(Ada|Rosa) Byron changed template/)
  expect((await versions()).map(({ version }) => version)).toEqual([2, 1])
})

test('archived ones are listed where they are asked for, and their name may be used again', async () => {
  await edit(1, { archived: true })
  const again = await makeRecord(server, 'appointmentoutcomes', { name: made['name'] })
  const ids = async (query: string) => {
    const path = `/api/admin/appointmentoutcomes/?page_size=500${query}`
    const { body } = await ada.ask('GET', path)
    return listedIds(body)
  }
  expect(await ids('')).not.toContain(made['id'])
  expect(await ids('&archived=true')).toContain(made['id'])
  expect(await ids('&archived=all')).toEqual(expect.arrayContaining([made['id'], again.id]))
  const back = await edit(2, {})
  expect(back.body).toEqual({ name: ['Another appointment outcome has this name already'] })
})

test('a path that names no shipped template is refused, with those there are', async () => {
  for (const template_path of ['../a.html', '/etc/passwd', 'letters', 'constructor']) {
    const answer = await edit(1, { template_path })
    expect(answer.body, template_path).toEqual({
      template_path: [expect.stringContaining('letters/gp.liquid')],
    })
  }
})

test.each([
  [
    'does not parse',
    'Dear\n{% if patient.title %}',
    'Line 2: tag {% if patient.title %} not closed.',
  ],
  [
    'names another patient',
    '\n\nx {{ patient.other }}',
    'Line 1: there is no name “patient.other”.',
  ],
  [
    'reaches for a prototype',
    '{{ patient.constructor.name }}',
    'Line 1: there is no name “patient.constructor.name”.',
  ],
  [
    'has an unknown name in a loop',
    'A\n{% for one in vaccinations %}{{ one.owner }}{% endfor %}',
    'Line 2: there is no name “one.owner”.',
  ],
  ['reads a file', "{% include 'a' %}", 'Line 1: tag "include" not found.'],
  [
    'writes what is not escaped',
    '{{ patient.first_name | raw }}',
    'Line 1: undefined filter: raw.',
  ],
  [
    'loops without end',
    '{% for a in (1..90000) %}{% for b in (1..90000) %}x{% endfor %}{% endfor %}',
    'Line 1: the template takes too long or becomes too large.',
  ],
])('a template that %s is refused with its line', async (_, template_code, problem) => {
  const answer = await edit(1, { template_code })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ template_code: [problem] })
})
