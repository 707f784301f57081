import { expect } from '@playwright/test'
import { connect } from '#server/database/connection.ts'
import { openService } from '../clinic.ts'
import { test } from '../journey.ts'
import { freePort, startDatabase, startServer } from '../server-under-test.ts'
import { BookingPage } from './booking-page.ts'

test('while the database is away pages say so, and come back by themselves', async ({
  page,
  newVisitor,
}) => {
  test.slow()
  const database = await startDatabase()
  const server = await startServer({ port: await freePort(), databaseUrl: database.url })
  try {
    const direct = connect(database.url, { poolSize: 1, onError: () => undefined })
    const service = await openService(direct)
    await direct.destroy()
    const booking = new BookingPage(await newVisitor())
    await booking.page.goto(`${server.url}/services/${service.slug}/availability`)
    await expect(booking.time(service.times[0])).toBeVisible()
    await database.goAway()
    expect((await fetch(`${server.url}/healthz/ready`)).status).toBe(503)

    const place = `${server.url}/services?q=flu`
    await page.clock.install()
    const response = await page.goto(place)
    expect(response?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unavailable at the moment')
    await expect(page.getByRole('main')).toContainText('This page will try again automatically.')
    expect(page.url()).toBe(place)

    await booking.button('Previous week').click()
    const notLoaded = booking.page.getByRole('alert')
    await expect(notLoaded).toContainText('We could not load the times for')
    await notLoaded.getByRole('button', { name: 'Try again' }).click()
    await expect(notLoaded).toBeVisible()

    await database.comeBack()
    await expect.poll(async () => (await fetch(`${server.url}/healthz/ready`)).status).toBe(200)
    await notLoaded.getByRole('button', { name: 'Try again' }).click()
    await expect(booking.main).toContainText('No times in this week.')
    await expect(notLoaded).toBeHidden()
    await page.clock.fastForward('00:10')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    await expect(page.getByRole('link', { name: 'Flu vaccination', exact: true })).toBeVisible()
    expect(page.url()).toBe(place)
    // The page's scripts are still on their way, and the server is about to stop.
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  } finally {
    await server.stop()
    await database.remove()
  }
})
