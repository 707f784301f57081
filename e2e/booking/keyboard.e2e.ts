import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { AppointmentPage } from '../own-appointments/appointment-page.ts'
import { somebody } from '../people/people.ts'
import { bookingIn } from '../steps.ts'
import { tabTo as tabToControl } from '../tab-to.ts'

test.use({ viewport: { width: 320, height: 640 } })

test('a whole booking works by keyboard alone on the narrowest screen, in light and in dark', async ({
  page,
  service,
}) => {
  const person = somebody()
  const { booking, form, review, confirmation } = bookingIn(page)

  await page.goto(`/services/${service.slug}/detail`)
  await tabTo(page, page.getByRole('link', { name: 'Book: see all times' }))
  await page.keyboard.press('Enter')
  await booking.isChoosing()
  await expectEveryoneCanUse(page)
  await tabTo(page, booking.time(service.times[0]))
  await page.keyboard.press('ArrowRight')
  await expect(booking.time(service.times[1])).toBeFocused()
  await expectFocusSeen(page)
  await page.keyboard.press('Enter')

  await form.isShown()
  await expect(booking.heading).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(form.summary).toBeFocused()
  await expectEveryoneCanUse(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.field('First name')).toBeFocused()
  const [day, month, year] = person.dob
  await page.keyboard.type(person.firstName)
  // Reminders stay by email.
  const reminders = ''
  for (const answer of [
    person.lastName,
    day,
    month,
    year,
    person.email,
    person.mobile,
    reminders,
  ]) {
    await page.keyboard.press('Tab')
    await expectFocusSeen(page)
    await page.keyboard.type(answer)
  }
  await chooseByKeyboard(page, 'Find your address', 'chapel row')
  await expect(form.field('Address line 1')).toHaveValue('1 Chapel Row')
  await chooseByKeyboard(page, 'GP surgery', 'beacon')
  await expect(page.getByRole('button', { name: /^Change GP surgery/ })).toBeFocused()
  await expectEveryoneCanUse(page)
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')

  await review.isShown()
  await expect(booking.heading).toBeFocused()
  await expectEveryoneCanUse(page)
  await tabTo(page, page.getByRole('button', { name: 'Change mobile phone number' }))
  await page.keyboard.press('Enter')
  await expect(review.dialog().field('Mobile phone number')).toHaveValue(person.mobile)
  await expectEveryoneCanUse(page)
  await page.keyboard.press('Escape')
  await review.isShown()
  await expect(page.getByRole('button', { name: 'Change mobile phone number' })).toBeFocused()
  await tabTo(page, review.confirm)
  await page.keyboard.press('Enter')

  await confirmation.isShown()
  await expect(confirmation.heading).toBeFocused()
  await expectEveryoneCanUse(page)
  await tabTo(page, confirmation.link)
  await page.keyboard.press('Enter')

  const appointment = new AppointmentPage(page)
  await expect(appointment.answer('For')).toContainText(person.lastName)
  await expectEveryoneCanUse(page)
  await tabTo(page, page.getByRole('button', { name: 'Cancel this appointment' }))
  await page.keyboard.press('Enter')
  await expect(appointment.heading).toHaveText('Cancel your appointment')
  await expect(appointment.heading).toBeFocused()
  await expectEveryoneCanUse(page)
  await tabTo(page, page.getByRole('button', { name: 'Cancel appointment' }))
  await page.keyboard.press('Enter')
  await appointment.isCancelled()
  await expect(appointment.heading).toBeFocused()
  await expectEveryoneCanUse(page)
})

async function expectEveryoneCanUse(page: Page): Promise<void> {
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
}

/** Sees the focus where it has come to. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await tabToControl(page, control)
  await expectFocusSeen(page)
}

/** What has the focus shows it, and is not under the edge of the window. */
async function expectFocusSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing has the focus'
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    const { top, bottom } = element.getBoundingClientRect()
    const isInWindow = bottom > 0 && top < innerHeight
    return isMarked && isInWindow ? 'seen' : `unseen: ${element.outerHTML.slice(0, 80)}`
  })
  expect(seen).toBe('seen')
}

/** Types into a look-up and takes its first offer with the arrow keys. */
async function chooseByKeyboard(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await tabTo(page, field)
  await page.keyboard.type(text)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
