import { cleanup, screen } from '@testing-library/react'
import { settled } from '../settled.ts'
import { BOOK, HOLD, WEEK } from './booking-screens.ts'
import { answers, mountBooking, openBooking, type Stage } from './booking-stage.tsx'

export const NEW_GUEST = ['POST public/users/']

/** From any moment of the choice to a form with the time on hold. */
export async function chooseTime(stage: Stage) {
  if (stage.api.isWaiting(...WEEK)) await stage.answer(WEEK, answers.week)
  await settled()
  await stage.press(/^9:30am/)
  await stage.answer(HOLD, answers.hold)
}

export async function reachReview(stage: Stage) {
  await chooseTime(stage)
  await stage.fillIn()
  await stage.answer(NEW_GUEST, answers.guest)
}

/** A visitor who has confirmed and waits for the answer. */
export async function confirmBooking() {
  const stage = await openBooking()
  await reachReview(stage)
  await stage.press('Confirm booking')
  return stage
}

/** A visitor who has booked. */
export async function bookToTheEnd() {
  const stage = await confirmBooking()
  await stage.answer(BOOK, answers.appointment)
  return stage
}

export function reload() {
  cleanup()
  return mountBooking()
}

/** Closes the tab, and with it its session, and opens another one. */
export function reopen() {
  closeTab()
  return mountBooking()
}

export function closeTab() {
  cleanup()
  sessionStorage.clear()
}

/** Replaces what stands in a field. */
export async function type(stage: Stage, label: string, text: string) {
  const field = screen.getByLabelText(label)
  await stage.user.clear(field)
  await stage.user.click(field)
  await stage.user.paste(text)
}

export const answerTo = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label).value

/** What was sent to one operation of the API, in order. */
export const sentTo = (stage: Stage, [key]: string[]) =>
  stage.api.sent.filter((call) => call.key === key).map(({ options }) => options)

export const linkNamed = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

/** The guest whom this session knows. @throws SyntaxError when it knows nobody. */
export const knownHere = () => JSON.parse(sessionStorage.getItem('guestUser') ?? '')
