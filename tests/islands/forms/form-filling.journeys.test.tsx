import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { announce } from '#islands/identity/tab-channel.ts'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { savedForm } from '../../machines/forms/form-samples.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import {
  type FillingStage,
  openFilling,
  openReview,
  PAUSE,
  PERSON,
  READ,
  SAVE,
  SUBMIT,
  startFilling,
} from './filling-stage.tsx'

/* A form is filled in, saved by itself, read through and submitted; and all that can come between. */

const text = () => document.body.textContent ?? ''
const lastSaved = ({ api }: FillingStage) =>
  api.sent.findLast(({ key }) => key === SAVE[0])?.options['body']
const cancelled = refusal('conflict', { detail: 'This appointment was cancelled.' })
const gone = { is_draft: false, submitted_form_id: 51, answers: {}, may: [] }
const others = {
  ...savedForm,
  revision: 5,
  saved_by_name: 'Rosa Whitfield',
  answers: { eggs: 'yes' },
}

describe('opening', () => {
  test.each<[string, (stage: FillingStage) => Promise<void>, RegExp]>([
    ['signed out', (stage) => stage.fail(READ, refusal('not_signed_in')), /You are signed out/],
    ['no answer', (stage) => stage.fail(READ, noAnswer), /could not open the form/],
  ])('%s: it can be tried again', async (_, happens, text) => {
    const stage = await startFilling()
    await happens(stage)
    expect(screen.getByRole('alert').textContent).toMatch(text)
    await stage.press('Try again')
    await stage.answer(READ, () => savedForm)
    screen.getByRole('heading', { name: savedForm.eform.title })
  })

  test('goes on when the connection is back, or somebody has signed in', async () => {
    const stage = await startFilling()
    await stage.fail(READ, noAnswer)
    await stage.happens('online')
    await stage.fail(READ, refusal('not_signed_in'))
    announce({ type: 'signed-in', person: PERSON })
    await settled(50)
    await stage.answer(READ, () => savedForm)
    screen.getByLabelText('No')
  })

  test('a submitted form leads to its receipt', async () => {
    const stage = await startFilling()
    await stage.answer(READ, () => ({ ...savedForm, ...gone }))
    expect(stage.navigation.replace).toHaveBeenCalledWith('/user/forms/completed/51')
  })

  test.each([['that nobody finds', refusal('not_found'), /could not find this form/]])(
    'a form %s says so',
    async (_, error, text) => {
      const stage = await startFilling()
      await stage.fail(READ, error)
      expect(screen.getByRole('alert').textContent).toMatch(text)
    },
  )

  test('a form whose appointment has ended says so', async () => {
    const stage = await startFilling()
    await stage.answer(READ, () => ({ ...savedForm, may: [] }))
    expect(screen.getByRole('alert').textContent).toMatch(/cancelled or has taken place/)
  })
})

describe('saving', () => {
  test('follows each change after a moment, and says when', async () => {
    const stage = await openFilling()
    expect(text()).toContain('Saved at 9:31am')
    await stage.choose('Yes')
    await stage.type('What happened?', 'A ra')
    expect(text()).toContain('Last saved at 9:31am')
    await settled(PAUSE)
    expect(lastSaved(stage)).toEqual({ answers: { eggs: 'yes', reaction: 'A ra' }, revision: 3 })
    // What is typed meanwhile is saved next.
    await stage.type('What happened?', 'sh')
    await stage.saved()
    await settled(PAUSE)
    expect(lastSaved(stage)).toEqual({ answers: { eggs: 'yes', reaction: 'A rash' }, revision: 4 })
    await stage.saved(5)
    expect(text()).toContain('Saved at 9:40am')
  })

  test('what was typed last stands in the review, also where nothing depends on it', async () => {
    const formDefinition = [{ type: 'text' as const, id: 'note', label: 'Note' }]
    const stage = await openFilling({ answers: {}, eform: { ...savedForm.eform, formDefinition } })
    await stage.user.type(screen.getByLabelText('Note (optional)'), 'Needles')
    await stage.press('Check your answers')
    screen.getByText('Needles')
    expect(screen.queryByText('Not answered')).toBeNull()
  })

  test('who leaves while they type finds it again', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await stage.user.type(screen.getByLabelText('What happened?'), 'A rash')
    fireEvent(window, new Event('pagehide'))
    expect(JSON.stringify({ ...sessionStorage })).toContain('A rash')
  })

  test('an answer that stops tells at once what to do, and whom to call', async () => {
    const stage = await openFilling()
    expect(screen.queryByRole('alert')).toBeNull()
    await stage.choose('Yes')
    const advice = within(screen.getByRole('alert'))
    advice.getByText('Call us before you come.')
    const call = advice.getByRole('link', { name: '020 7946 0018' })
    expect(call.getAttribute('href')).toBe('tel:02079460018')
  })

  test('at once with the button, also where nothing has changed', async () => {
    const stage = await openFilling()
    await stage.press('Save')
    // Nothing had changed: the time is that of the press, and it is said once.
    await stage.saved(3)
    const now = formatTime(new Date(), settings.timeZone)
    expect(screen.getByRole('status').textContent).toBe(`Saved at ${now}`)
    await stage.choose('Yes')
    expect(screen.getByRole('status').textContent).toBe('')
    await stage.press('Save')
    await stage.saved(5)
    expect(text()).toContain('Saved at 9:40am')
  })

  test('waits for the connection, and keeps what is typed', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await stage.happens('offline')
    expect(text()).toContain('You are offline.')
    await stage.type('What happened?', 'A rash')
    await stage.press('Save')
    await stage.fail(SAVE, unsent)
    expect(text()).toContain('You are offline.')
    await stage.happens('online')
    expect(lastSaved(stage)).toMatchObject({ answers: { reaction: 'A rash' } })
    await stage.saved()
  })

  test('is tried again after a while, when the connection is back, and by the button', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await settled(PAUSE)
    await stage.fail(SAVE, noAnswer)
    expect(text()).toContain('We could not save your answers. We are trying again.')
    await stage.type('What happened?', 'A rash')
    await settled(5_100)
    await stage.fail(SAVE, noAnswer)
    await stage.happens('online')
    await stage.fail(SAVE, refusal('busy'))
    await stage.press('Save')
    await stage.saved()
    expect(text()).toContain('Saved at 9:40am')
  })

  test('goes on once somebody has signed in again', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await settled(PAUSE)
    await stage.fail(SAVE, refusal('not_signed_in'))
    expect(text()).toContain('You are signed out. Sign in to save your answers.')
    await stage.type('What happened?', 'A rash')
    await stage.press('Save')
    await stage.fail(SAVE, refusal('not_signed_in'))
    announce({ type: 'signed-in', person: PERSON })
    await settled(50)
    expect(lastSaved(stage)).toMatchObject({ answers: { eggs: 'yes', reaction: 'A rash' } })
    await stage.saved()
  })

  test('a refused answer is said, and the next change is tried', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await settled(PAUSE)
    await stage.fail(SAVE, refusal('invalid', { fields: { 'answers.eggs': ['No'] } }))
    expect(text()).toMatch(/We could not save your answers\. .*eggs\? No/)
    expect(screen.getByRole('group', { name: /eggs/ }).textContent).toContain('Error: No')
    await stage.type('What happened?', 'A rash')
    await settled(PAUSE)
    await stage.saved()
  })

  test('another device: both answers are shown, and the chosen ones are kept', async () => {
    const stage = await openFilling({ answers: {} })
    await stage.choose('No')
    await settled(PAUSE)
    await stage.fail(SAVE, refusal('stale'))
    await stage.answer(READ, () => others)
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    screen.getByRole('heading', { name: /also filled in somewhere else/ })
    expect(text()).toContain('Rosa Whitfield saved other answers')
    await stage.choose('On the other device: Yes')
    await stage.press('Keep these answers')
    expect(lastSaved(stage)).toEqual({ answers: { eggs: 'yes' }, revision: 5 })
    await stage.saved(6)
    expect(screen.getByLabelText<HTMLInputElement>('Yes').checked).toBe(true)
  })

  test('another device: what only one side changed is brought together, and nobody is asked', async () => {
    const stage = await openFilling({ answers: {} })
    await stage.choose('Yes')
    await stage.type('What happened?', 'A ra')
    await settled(PAUSE)
    await stage.fail(SAVE, refusal('stale'))
    // The answer of the others is on its way while somebody types on.
    await stage.type('What happened?', 'sh')
    const field = screen.getByLabelText('What happened?')
    await stage.answer(READ, () => ({ ...others, answers: { consent: true } }))
    expect(text()).not.toContain('also filled in somewhere else')
    expect(screen.getByLabelText('What happened?')).toBe(field)
    expect(document.activeElement).toBe(field)
    const merged = { eggs: 'yes', reaction: 'A rash', consent: true }
    expect(lastSaved(stage)).toEqual({ answers: merged, revision: 5 })
    await stage.saved(6)
    await stage.press('Continue')
    const consent = screen.getByLabelText<HTMLInputElement>('I agree to be vaccinated')
    expect(consent.checked).toBe(true)
  })

  test('another device: only what both sides changed is asked, and the rest is kept', async () => {
    const stage = await openFilling({ answers: {} })
    await stage.choose('No')
    await settled(PAUSE)
    await stage.fail(SAVE, refusal('stale'))
    await stage.answer(READ, () => ({ ...others, answers: { eggs: 'yes', consent: true } }))
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    await stage.press('Keep these answers')
    expect(lastSaved(stage)).toEqual({ answers: { consent: true, eggs: 'no' }, revision: 5 })
  })

  test('a form that was submitted elsewhere says that the last change is not part of it', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await settled(PAUSE)
    await stage.fail(SAVE, cancelled)
    await stage.answer(READ, () => ({ ...savedForm, ...gone }))
    expect(text()).toContain('Your last change was not included.')
    expect(stage.navigation.replace).not.toHaveBeenCalled()
    expect(
      screen.getByRole('link', { name: 'See the submitted answers' }).getAttribute('href'),
    ).toBe('/user/forms/completed/51')
    expect(sessionStorage).toHaveLength(0)
  })

  test('a form that was submitted elsewhere, after a reload', async () => {
    const before = await openFilling()
    await before.choose('Yes')
    before.unmount()
    await openFilling({ ...gone })
    expect(text()).toContain('Your last change was not included.')
  })

  test('a form that was submitted elsewhere leads to its receipt where nothing had changed', async () => {
    const stage = await openFilling()
    await stage.press('Save')
    await stage.fail(SAVE, cancelled)
    await stage.answer(READ, () => ({ ...savedForm, ...gone }))
    expect(stage.navigation.replace).toHaveBeenCalledWith('/user/forms/completed/51')
  })

  test('a form whose appointment was cancelled ends here', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await settled(PAUSE)
    await stage.fail(SAVE, cancelled)
    await stage.answer(READ, () => ({ ...savedForm, may: [] }))
    expect(text()).toContain('This appointment was cancelled.')
  })

  test('a form that is not there any more says so', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await settled(PAUSE)
    await stage.fail(SAVE, refusal('not_found'))
    expect(text()).toContain('We could not find this form.')
  })
})

describe('a reload', () => {
  test('loses nothing that was not saved yet', async () => {
    const before = await openFilling()
    await before.choose('Yes')
    await before.type('What happened?', 'A rash')
    before.unmount()
    const stage = await openFilling()
    expect(screen.getByLabelText<HTMLInputElement>('What happened?').value).toBe('A rash')
    expect(lastSaved(stage)).toEqual({ answers: { eggs: 'yes', reaction: 'A rash' }, revision: 3 })
    await stage.saved()
    stage.unmount()
    await openFilling()
    expect(screen.queryByLabelText('What happened?')).toBeNull()
  })

  test('asks where another device has saved since', async () => {
    const before = await openFilling()
    await before.choose('Yes')
    before.unmount()
    await openFilling({ revision: 4, answers: { consent: true } })
    screen.getByRole('heading', { name: /also filled in somewhere else/ })
  })

  test('asks nothing where this page itself had saved, and nobody had heard', async () => {
    const before = await openFilling()
    await before.choose('Yes')
    await settled(PAUSE)
    await before.type('What happened?', 'A rash')
    before.unmount()
    const stage = await openFilling({ revision: 4, answers: { eggs: 'yes' } })
    expect(lastSaved(stage)).toEqual({ answers: { eggs: 'yes', reaction: 'A rash' }, revision: 4 })
  })

  test('keeps an answer that was taken back before anybody had heard of the first', async () => {
    const before = await openFilling({ answers: { eggs: 'no' } })
    await before.choose('Yes')
    await settled(PAUSE)
    await before.choose('No')
    before.unmount()
    const stage = await openFilling({ revision: 4, answers: { eggs: 'yes' } })
    expect(screen.getByLabelText<HTMLInputElement>('No').checked).toBe(true)
    expect(lastSaved(stage)).toEqual({ answers: { eggs: 'no' }, revision: 4 })
  })

  test('asks nothing where it is the same', async () => {
    const before = await openFilling()
    await before.choose('Yes')
    before.unmount()
    await openFilling({ revision: 4, answers: { eggs: 'yes' } })
    expect(sessionStorage).toHaveLength(0)
    expect(text()).not.toContain('somewhere else')
  })
})

describe('on a shared computer', () => {
  const OTHER_PERSON = 'c0ffee00-0000-4000-8000-000000000002'

  test('a form closes when its person signs out in another tab, and nothing stays', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    await stage.type('What happened?', 'A rash')
    announce({ type: 'signed-out' })
    await settled(50)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(text()).toContain('You are signed out, so this form is closed.')
    expect(sessionStorage).toHaveLength(0)
    announce({ type: 'signed-in', person: PERSON })
    await settled(50)
    await stage.answer(READ, () => savedForm)
    expect(screen.queryByLabelText('What happened?')).toBeNull()
  })

  test('another person who signs in does not see it', async () => {
    const stage = await openFilling()
    await stage.choose('Yes')
    announce({ type: 'signed-in', person: OTHER_PERSON })
    await settled(50)
    await stage.fail(READ, refusal('not_found'))
    expect(text()).toContain('We could not find this form.')
    expect(sessionStorage).toHaveLength(0)
  })

  test('what one person typed is gone once the page is another person’s', async () => {
    const before = await openFilling()
    await before.choose('Yes')
    before.unmount()
    expect(sessionStorage).toHaveLength(1)
    const stage = await openFilling({}, '', OTHER_PERSON)
    expect(screen.getByLabelText<HTMLInputElement>('No').checked).toBe(true)
    expect(sessionStorage).toHaveLength(0)
    stage.unmount()
  })
})

describe('the review', () => {
  test('comes after the last page, leads back to each answer, and forward again', async () => {
    const stage = await openFilling()
    await stage.press('Continue')
    await stage.press('Check your answers')
    expect(screen.getByRole('region', { name: 'There is a problem' }).textContent).toContain(
      'I agree to be vaccinated: Tick the box to go on',
    )
    await stage.choose('I agree to be vaccinated')
    await stage.press('Check your answers')
    expect(location.search).toBe('?page=review')
    await stage.saved()
    await stage.press('Change Are you allergic to eggs?')
    await settled(100)
    expect(location.search).toBe('')
    expect(document.activeElement).toBe(screen.getByLabelText('Yes'))
    // Going on leads back, not through the pages in between.
    await stage.press('Continue')
    expect(location.search).toBe('?page=review')
    screen.getByRole('heading', { name: 'Check your answers' })
  })

  test('says what is still missing, and leads there', async () => {
    const stage = await openReview({ answers: { eggs: 'no' } })
    await stage.press('Submit the form')
    expect(stage.api.isWaiting(...SUBMIT)).toBe(false)
    await stage.user.click(
      screen.getByRole('link', { name: 'I agree to be vaccinated: Tick the box to go on' }),
    )
    await settled(100)
    expect(location.search).toBe('?page=2')
    expect(document.activeElement).toBe(screen.getByLabelText('I agree to be vaccinated'))
    // Once it is in order, the review is one press away.
    await stage.choose('I agree to be vaccinated')
    await stage.press('Check your answers')
    expect(location.search).toBe('?page=review')
  })

  test('submits once, and leads to the receipt', async () => {
    const stage = await openReview()
    await stage.press('Submit the form')
    expect(stage.api.sent.at(-1)?.options['body']).toEqual({
      saved_form_id: 31,
      revision: 4,
      reason: '',
    })
    await stage.press('Submitting')
    await stage.answer(SUBMIT, () => ({ id: 51 }))
    expect(stage.api.sent.filter(({ key }) => key === SUBMIT[0])).toHaveLength(1)
    expect(stage.navigation.replace).toHaveBeenCalledWith('/user/forms/completed/51')
  })

  test('an amendment takes a reason', async () => {
    const stage = await openReview({ amends: 50, submitted_form_id: 50 })
    screen.getByText(/changing answers that you have already submitted/)
    await stage.press('Submit the changes')
    expect(stage.api.isWaiting(...SUBMIT)).toBe(false)
    await stage.type('Why do your answers change?', 'I had forgotten')
    await stage.press('Submit the changes')
    expect(stage.api.sent.at(-1)?.options['body']).toMatchObject({ reason: 'I had forgotten' })
  })

  test('says what the server refused', async () => {
    const stage = await openReview()
    await stage.press('Submit the form')
    const fields = { 'answers.consent': ['Tick the box to go on'] }
    await stage.fail(SUBMIT, refusal('invalid', { fields }))
    expect(screen.getByRole('region', { name: 'There is a problem' }).textContent).toContain('Tick')
  })

  test('offline nothing is sent; the next press sends it', async () => {
    const stage = await openReview()
    await stage.press('Submit the form')
    await stage.fail(SUBMIT, unsent)
    expect(text()).toContain('Your form has not been submitted yet.')
    await stage.press('Submit the form')
    await stage.answer(SUBMIT, () => ({ id: 51 }))
    expect(stage.navigation.replace).toHaveBeenCalled()
  })

  test('changed elsewhere meanwhile, it shows the changed answers and says so', async () => {
    const stage = await openReview()
    await stage.press('Submit the form')
    await stage.fail(SUBMIT, refusal('stale'))
    await stage.fail(SAVE, refusal('stale'))
    await stage.answer(READ, () => ({ ...others, answers: { eggs: 'yes', consent: true } }))
    expect(text()).toContain('Some answers were changed on another device or page.')
    expect(text()).toContain('What happened?')
  })

  test('signed out meanwhile, it can be submitted after signing in', async () => {
    const stage = await openReview()
    await stage.press('Submit the form')
    await stage.fail(SUBMIT, refusal('not_signed_in'))
    await stage.fail(SAVE, refusal('not_signed_in'))
    expect(text()).toContain('You are signed out.')
    await stage.press('Save')
    await stage.saved()
    await stage.press('Submit the form')
    await stage.answer(SUBMIT, () => ({ id: 51 }))
    expect(stage.navigation.replace).toHaveBeenCalled()
  })

  test('cancelled meanwhile, or gone, it says so', async () => {
    const stage = await openReview()
    await stage.press('Submit the form')
    await stage.fail(SUBMIT, cancelled)
    await stage.answer(READ, () => ({ ...savedForm, may: [] }))
    expect(text()).toContain('This appointment was cancelled.')
    stage.unmount()
    const second = await openReview()
    await second.press('Submit the form')
    await second.fail(SUBMIT, refusal('not_found'))
    expect(text()).toContain('We could not find this form.')
  })
})

describe('a submission without an answer', () => {
  async function unanswered() {
    const stage = await openReview()
    await stage.press('Submit the form')
    await stage.fail(SUBMIT, noAnswer)
    expect(text()).toContain('we do not know if your form arrived')
    return stage
  }

  test('is sent again by a press', async () => {
    const stage = await unanswered()
    await stage.press('Submit the form')
    await stage.answer(SUBMIT, () => ({ id: 51 }))
    expect(stage.navigation.replace).toHaveBeenCalledWith('/user/forms/completed/51')
  })

  test.each<[string, (stage: FillingStage) => Promise<void>, RegExp | null]>([
    ['it had arrived', (stage) => stage.answer(READ, () => ({ ...savedForm, ...gone })), null],
    ['it had not', (stage) => stage.answer(READ, () => savedForm), /Submit the form/],
    ['no answer again', (stage) => stage.fail(READ, noAnswer), /we do not know if your form/],
    ['gone', (stage) => stage.fail(READ, refusal('not_found')), /could not find this form/],
    ['ended', (stage) => stage.answer(READ, () => ({ ...savedForm, may: [] })), /has taken place/],
    [
      'signed out',
      async (stage) => {
        await stage.fail(READ, refusal('not_signed_in'))
        await stage.fail(SAVE, refusal('not_signed_in'))
      },
      /You are signed out/,
    ],
  ])('back online it is looked up, and never sent by itself: %s', async (_, answers, words) => {
    const stage = await unanswered()
    await stage.happens('online')
    await answers(stage)
    expect(stage.api.sent.filter(({ key }) => key === SUBMIT[0])).toHaveLength(1)
    if (words) expect(text()).toMatch(words)
    else expect(stage.navigation.replace).toHaveBeenCalledWith('/user/forms/completed/51')
  })
})
