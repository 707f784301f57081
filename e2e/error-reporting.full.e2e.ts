import type { Page } from '@playwright/test'
import { type Report, startIngest } from './error-ingest.ts'
import { AccountMenu } from './identity/account-menu.ts'
import { expect, test as journey } from './journey.ts'
import { freePort, startServer } from './server-under-test.ts'

const NAME = 'Rosa Whitfield'

type Ingest = Awaited<ReturnType<typeof startIngest>>

const test = journey.extend<{ reportingSite: { url: string; ingest: Ingest } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
  reportingSite: async ({}, use) => {
    const ingest = await startIngest()
    const server = await startServer({
      port: await freePort(),
      databaseUrl: process.env['E2E_DATABASE_URL'] ?? '',
      environment: {
        ERROR_REPORTING_DSN: `http://errors@${ingest.host}/7`,
        SESSION_REPLAY_KEY: 'recordings',
        ENVIRONMENT: 'journey',
      },
    })
    await use({ url: server.url, ingest })
    await server.stop()
    await ingest.stop()
  },
})

/** Lets a script of the page fail with words about a person. */
const fail = (page: Page, where: string) =>
  page.evaluate((place) => {
    setTimeout(() => {
      throw new TypeError(
        `${place}: no room for "${'Jane Roe'}" jane@roe.example, NHS 943 476 5919`,
      )
    })
  }, where)

/** The recorder sends what it has when the window is left. */
const leaveWindow = (page: Page) => page.evaluate(() => dispatchEvent(new Event('blur')))

/** Everything that was recorded, as one text. */
const recorded = ({ recordings }: Ingest) => recordings.map(({ events }) => events).join('\n')

/** Where it was said to be, of an error that `fail` threw. */
const readPlace = ({ exception }: Report) =>
  (exception as { values: { value: string }[] }).values[0]?.value.split(':')[0]

const isListening = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => '__SENTRY__' in window), { message: 'the reporter is there' })
    .toBe(true)

test('what goes wrong is reported without saying of whom, and recorded until they sign out', async ({
  page,
  context,
  reportingSite: site,
  faults,
}) => {
  const { ingest } = site
  const account = new AccountMenu(page)
  const scripts: string[] = []
  context.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  const recorder = () => scripts.filter((path) => /\/recording\.\S+\.js$/.test(path))

  // Nobody is signed in: an error is reported once, of nobody, and nothing is recorded.
  await page.goto(`${site.url}/about?key=carelane-demo`)
  await isListening(page)
  await fail(page, 'Before')
  await expect.poll(() => ingest.reports.length).toBe(1)
  expect(ingest.reports[0]).toMatchObject({
    environment: 'journey',
    exception: {
      values: [{ type: 'TypeError', value: 'Before: no room for "*" *@*, NHS *** *** ****' }],
    },
    request: { url: `${site.url}/about` },
  })
  expect(ingest.reports[0]).not.toHaveProperty('user')
  expect(recorder()).toEqual([])

  // Another tab, with something typed in it, so that it stays as it is.
  const other = await context.newPage()
  await other.goto(`${site.url}/services`)
  await isListening(other)
  await other.getByRole('searchbox').fill('Whitfield')
  await page.bringToFront()

  // Signed in: by id, and recorded without words; of calls, those alone that failed.
  await account.signInAs(NAME)
  await account.isOf(NAME)
  const person = await page.locator('[data-account]').getAttribute('data-account')
  await isListening(page)
  await fail(page, 'Signed in')
  await expect.poll(() => ingest.reports.length).toBe(2)
  expect(ingest.reports[1]).toMatchObject({ user: { id: person } })
  await page.evaluate(async () => {
    await fetch('/api/public/gpsurgeries/')
    await fetch('/api/private/missing/4711/?key=carelane-demo')
  })
  const calls = () => recorded(ingest).match(/"resource\.fetch","description":"[^"]*"/g)
  await expect(async () => {
    await leaveWindow(page)
    expect(calls()).toEqual([`"resource.fetch","description":"/api/private/missing/****/"`])
  }).toPass()
  expect(ingest.recordings[0]).toMatchObject({
    key: 'recordings',
    report: { user: { id: person } },
  })

  // The other tab has heard of it, and is recorded as it is.
  await expect(async () => {
    await leaveWindow(other)
    expect(ingest.recordings.map(({ report }) => report['urls'])).toContainEqual([
      `${site.url}/services`,
    ])
  }).toPass()

  // After signing out in the first: of nobody, and recorded no more, in either.
  await account.signOutByMenu()
  await account.isOfNobody()
  await isListening(page)
  await expect(other.getByText('You have been signed out in another tab.')).toBeVisible()
  const until = ingest.recordings.length
  for (const [tab, place] of [
    [page, 'First tab'],
    [other, 'Other tab'],
  ] as const) {
    await leaveWindow(tab)
    await fail(tab, place)
    await expect.poll(() => ingest.reports.map(readPlace)).toContain(place)
    const report = ingest.reports.find((one) => readPlace(one) === place)
    expect(report).not.toHaveProperty('user')
    expect(report).not.toHaveProperty('tags')
    expect(JSON.stringify(report)).not.toContain(person)
    expect(await tab.evaluate(() => sessionStorage.getItem('sentryReplaySession'))).toBeNull()
  }
  expect(ingest.recordings.length).toBe(until)
  expect(ingest.reports).toHaveLength(4)

  const everything = JSON.stringify(ingest.reports) + recorded(ingest)
  for (const text of [
    /Rosa|Whitfield/,
    /Jane|Roe\b/i,
    /\d{3} \d{3} \d{4}/,
    /carelane-demo/,
    /\b(?:0|44 ?)7700/,
  ]) {
    expect(everything).not.toMatch(text)
  }
  // What failed was meant to.
  expect(faults.splice(0).filter((fault) => !fault.includes('no room for'))).toEqual([])
})
