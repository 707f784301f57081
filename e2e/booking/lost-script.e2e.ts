import { some } from '../../tests/amount.ts'
import { expect, test } from '../journey.ts'
import { bookingIn } from '../steps.ts'
import { GuestForm } from './guest-form.ts'

for (const script of some(['LaterSteps', 'checkout'], 1))
  test(`a step whose script ${script} does not arrive offers the page again, with everything kept`, async ({
    page,
    service,
    faults,
  }) => {
    const [time] = service.times
    const { booking } = bookingIn(page)
    await booking.open(service)
    const scripts = new RegExp(`/_astro/${script}\\..*\\.js`)
    await page.route(scripts, (route) => route.abort())
    await booking.chooseTime(time)
    await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded')
    await page.unroute(scripts)
    await booking.button('Load the page again').click()
    await new GuestForm(page).isShown()
    await booking.keeps(time)
    // React reports what an error boundary caught; the flow foresees the other.
    expect(faults.splice(0).length > 0).toBe(script === 'LaterSteps')
  })
