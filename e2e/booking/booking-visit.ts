import { expect, type Page, type Route } from '@playwright/test'
import { headings, type Screen } from '#islands/booking/booking-steps.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Database } from '#server/database/connection.ts'
import {
  countBooked,
  countHeld,
  endHolds,
  hideService,
  openSite,
  type Service,
  type Time,
} from '../clinic.ts'
import { bookConcurrently, somebody } from '../people/people.ts'
import { bookingIn, readDraft } from '../steps.ts'
import type { ModelEvent, ModelState } from './booking-model.ts'

type Surroundings = { page: Page; service: Service; database: Database; api: ApiClient }

/** The island's screen in each state of the model; what passes by itself is in no state. */
export const screens = {
  choosing: 'choose',
  timeTaken: 'choose',
  enteringDetails: 'details',
  correctingDetails: 'details',
  choosingAgain: 'choose',
  askedToContinue: 'asking',
  holdEnded: 'expired',
  reviewing: 'review',
  changingDetails: 'review',
  choosingAgainKnown: 'choose',
  timeTakenKnown: 'choose',
  holdEndedKnown: 'expired',
  refused: 'refused',
  unanswered: 'review',
  withdrawn: 'withdrawn',
  booked: 'booked',
} as const satisfies Record<ModelState, Screen>

/** The model's events as a person does them in a browser, and its states as they see them. */
export function bookingVisit({ page: firstPage, service, database, api }: Surroundings) {
  let page = firstPage
  let used = 0
  let time: Time | undefined
  let person = somebody()
  let hasTyped = false
  let secondAppointment = false
  const on = () => bookingIn(page)
  const nextTime = () => {
    time = service.times[used]
    used += 1
    return time
  }
  const chooseTime = () => on().booking.chooseTime(nextTime())
  const type = async () => {
    await on().form.fill(person)
    hasTyped = true
  }
  /** Half-filled, unless everything is known by now. */
  const requestedType = async () => {
    if (!hasTyped) await type()
  }
  const lookAtForm = async () => {
    await on().form.isShown()
    await on().booking.keeps(time)
    if (hasTyped) await on().form.holds(person)
    else await expect(on().form.field('First name')).toHaveValue('')
  }
  const lookAtReview = async () => {
    await on().review.isShown()
    await on().review.holds(person, time)
    await on().booking.keeps(time)
  }
  const lookAtTimes = async () => {
    const [free] = service.times.slice(used)
    await expect(on().booking.time(free)).toBeVisible()
  }
  const lookAtTimesAgain = async () => {
    await lookAtTimes()
    await expect(on().booking.main).toContainText(`You chose ${time?.text}`)
    expect(await countHeld(database, service)).toBe(1)
  }
  const lookAtLostTime = async () => {
    await lookAtTimes()
    const notice = on().booking.taken
    await expect(notice).toBeFocused()
    await expect(notice).toContainText(time?.text ?? '')
    await expect(on().booking.time(time)).toHaveCount(0)
  }
  const lookAtEndedHold = async () => {
    const notice = on().booking.notice('It may still be available')
    await expect(notice).toBeFocused()
    await expect(notice).toContainText(time?.text ?? '')
  }
  const letHoldEnd = async () => {
    await endHolds(database, service)
    await page.clock.fastForward('10:05')
  }
  const startAgain = async () => {
    await on()
      .booking.main.getByRole('button', { name: /start again$/i })
      .click()
    await on().booking.button('Start again').click()
    hasTyped = false
  }
  const changeTime = () => on().booking.button('Choose another time').click()

  const states: Record<ModelState, () => Promise<void>> = {
    choosing: async () => {
      await lookAtTimes()
      await expect.poll(() => countHeld(database, service)).toBe(0)
      expect(await readDraft(page)).toBe('')
    },
    timeTaken: lookAtLostTime,
    timeTakenKnown: lookAtLostTime,
    enteringDetails: lookAtForm,
    correctingDetails: async () => {
      await expect(on().form.summary).toBeFocused()
      await expect(on().form.summary).toContainText('Enter your first name')
    },
    choosingAgain: lookAtTimesAgain,
    choosingAgainKnown: lookAtTimesAgain,
    askedToContinue: async () => {
      const notice = on().booking.notice('You have not finished booking')
      await expect(notice).toContainText(time?.text ?? '')
      await expect(notice).not.toContainText(person.lastName)
    },
    holdEnded: lookAtEndedHold,
    holdEndedKnown: lookAtEndedHold,
    reviewing: lookAtReview,
    changingDetails: () => on().review.dialog().holds(person),
    refused: async () => {
      const notice = on().booking.notice('We could not book this appointment')
      await expect(notice).toBeFocused()
      await expect(notice).toContainText('You already have an appointment at this time.')
      expect(await countHeld(database, service)).toBe(1)
    },
    unanswered: async () => {
      const notice = on().booking.notice('The connection was lost')
      await expect(notice).toBeFocused()
      await expect(notice).toContainText('We do not know whether your appointment was booked.')
      expect(await countBooked(database, service, person)).toBe(1)
    },
    withdrawn: async () => {
      await expect(on().booking.main).toContainText('Nothing has been booked.')
      expect(await countBooked(database, service, person)).toBe(0)
    },
    booked: async () => {
      await expect(on().confirmation.heading).toBeFocused()
      await expect(on().confirmation.answer('For')).toContainText(person.lastName)
      expect(await countBooked(database, service, person)).toBe(1)
      expect(await readDraft(page)).toBe('')
    },
  }

  const events: Record<ModelEvent, () => Promise<void>> = {
    chooseTime,
    chooseTakenTime: async () => {
      const wanted = nextTime()
      await bookConcurrently(api, service, wanted)
      await on().booking.chooseTime(wanted)
    },
    submitNothing: () => on().form.submit(),
    submitDetails: async () => {
      const dialog = on().review.dialog()
      const isDialog = await dialog.root.isVisible()
      const form = isDialog ? dialog : on().form
      if (isDialog) person = somebody()
      await form.fill(person)
      hasTyped = true
      await form.submit()
    },
    changeTime: async () => {
      if (await on().form.field('First name').isVisible()) await requestedType()
      await changeTime()
    },
    keepTime: () => on().booking.button('Use this time again').click(),
    startAgain,
    letHoldEnd,
    reload: async () => {
      if (await on().form.field('First name').isVisible()) await requestedType()
      await page.reload()
    },
    leaveAndReturn: async () => {
      await requestedType()
      const context = page.context()
      const [left] = [page.waitForEvent('close')]
      page.on('dialog', (dialog) => dialog.accept())
      await page.close({ runBeforeUnload: true })
      await left
      page = await context.newPage()
      await page.goto(`/services/${service.slug}/availability?site=${service.site.slug}`)
    },
    continueBooking: () => on().booking.button('Continue').click(),
    askForTimeAgain: () => on().booking.button('Try to get this time back').click(),
    changeDetails: async () => {
      await on()
        .booking.main.getByRole('button', { name: /^Change (email address|your details)$/ })
        .click()
    },
    closeDialog: () => page.keyboard.press('Escape'),
    confirm: () => on().review.confirm.click(),
    confirmAndLoseAnswer: async () => {
      await loseNextBookingAnswer(page)
      await on().review.confirm.click()
    },
    confirmLostTime: async () => {
      await endHolds(database, service)
      await bookConcurrently(api, service, time)
      await on().review.confirm.click()
    },
    confirmSecondAtThatTime: async () => {
      if (!secondAppointment) {
        const { site } = await openSite(database, service.id, service.day, service.times.length)
        await bookConcurrently(api, { ...service, site }, time, await guestToken(page))
        secondAppointment = true
      }
      await on().review.confirm.click()
    },
    confirmWithdrawnService: async () => {
      await hideService(database, service)
      await on().review.confirm.click()
    },
    tryAgain: () => on().booking.button('Try again').click(),
  }

  return {
    arrive: async () => {
      await page.clock.install()
      await on().booking.open(service, { site: service.site.slug })
    },
    /** The checks of the states, each with the heading that its screen has. */
    states: Object.fromEntries(
      Object.entries(states).map(([state, look]) => [
        state,
        async () => {
          const heading = headings[screens[state as ModelState]]
          // A dialog hides the heading below it from everybody but the eye.
          await expect(page.locator('h1')).toHaveText(heading ?? '')
          await look()
        },
      ]),
    ),
    events,
  }
}

/** The next booking reaches the server; its answer is lost on the way. */
async function loseNextBookingAnswer(page: Page): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/api/public/appointments/', lose, { times: 1 })
}

async function guestToken(page: Page): Promise<string> {
  const kept = await page.evaluate(() => sessionStorage.getItem('guestUser'))
  return (JSON.parse(kept ?? '{}') as { guest_access_token?: string }).guest_access_token ?? ''
}
