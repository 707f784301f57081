import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { hasUnsavedWork } from '#islands/identity/unsaved-work.ts'
import { isFull } from '../../../amount.ts'
import { noAnswer, refusal } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { settled } from '../../settled.ts'
import { field, heading, openProfile, RELOAD, rosa, SAVE, wouldWarn } from './profile-stage.tsx'

const more = test.runIf(isFull)

const ALLERGIES = ['GET public/allergies/']
const sentDetails = (stage: { api: { sent: { key: string; options: object }[] } }) =>
  stage.api.sent.filter(({ key }) => SAVE.includes(key)).map(({ options }) => options)

const unchanged = {
  title: 'Ms',
  first_name: 'Rosa',
  last_name: 'Whitfield',
  email: 'rosa@example.test',
  mobile: '07700 900 982',
  landline: '',
  address1: '1 Harbour Street',
  address2: '',
  city: 'Saltmere',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ1 1AA',
  dob: '1984-03-27',
  gender: 2,
  nhs_number: '9434765919',
  gp_surgery_id: 5,
  reminders: 'email',
  allergies: [3],
}

describe('one’s details', () => {
  test('may go at a sign-out in another tab once the form is saved or left', async () => {
    const { api, change, enter, press } = await openProfile()
    await change('name')
    document.documentElement.dataset['touched'] = ''
    await press('Cancel')
    expect(hasUnsavedWork()).toBe(false)

    await change('name')
    await enter('First name', 'Rosie')
    document.documentElement.dataset['touched'] = ''
    expect(hasUnsavedWork()).toBe(true)
    await press('Save details')
    await api.answered(SAVE, () => rosa)
    await api.answered(RELOAD, () => rosa)
    expect(screen.getByText('Your details have been saved.')).toBeTruthy()
    expect(hasUnsavedWork()).toBe(false)
  })

  more('have whether reminders are wanted, where messages are sent', async () => {
    const stage = await openProfile({ sendsEmail: true })
    await stage.change('reminders of appointments')
    expect(document.activeElement).toBe(field('Send me reminders by email'))
    await stage.user.click(field('Send me reminders by email'))
    await stage.press('Save details')
    expect(sentDetails(stage)).toMatchObject([{ body: { ...unchanged, reminders: 'none' } }])
  })

  test('are shown as people write them, and what is missing says so', async () => {
    await openProfile({ user: { landline: '', dob: null, gender: -1, gp_surgery: null } })
    const rows = screen
      .getAllByRole('term')
      .map((term) => [
        term.textContent,
        term.nextElementSibling?.firstElementChild?.textContent?.trim(),
      ])
    expect(rows).toEqual([
      ['Name', 'Ms Rosa Whitfield'],
      ['Email address', 'rosa@example.test'],
      ['Mobile phone number', '07700 900 982'],
      ['Landline', 'Not given'],
      ['Address', '1 Harbour Street Saltmere Eastshire ZZ1 1AA England'],
      ['Date of birth', 'Not given'],
      ['Gender', 'Not given'],
      ['NHS number', '943 476 5919'],
      ['GP surgery', 'Not given'],
      ['Allergies', 'Latex'],
    ])
  })

  test('are there before the script is, and stay as they were', async () => {
    await openProfile({ isRendered: true })
    expect(heading().textContent).toBe('Your details')
  })

  test.each([
    ['name', 'First name'],
    ['date of birth', 'Day'],
    ['address', 'Address line 1'],
    ['allergies', 'Add an allergy (optional)'],
  ])('are changed one by one: of the %s first the %s', async (what, label) => {
    const { change } = await openProfile()
    await change(what)
    expect(document.activeElement).toBe(field(label))
    expect(document.title).toMatch(/– Change your details$/)
  })

  test.each([
    ['landline', 'Change your details', 'Landline (optional)'],
    ['nothing', 'Your details', null],
  ])('are changed at once when the address asks for “%s”', async (change, title, label) => {
    history.replaceState(null, '', `/user/profile?change=${change}`)
    await openProfile({ change, isRendered: true })
    expect(heading().textContent).toBe(title)
    if (!label) return
    expect(document.activeElement).toBe(field(label))
    expect(location.search).toBe('')
  })

  test('without an address begin with the look-up of one', async () => {
    const nowhere = { address1: '', city: '', county: '', nation: '', postcode: '' }
    const { change } = await openProfile({ user: nowhere })
    await change('address')
    expect(document.activeElement).toBe(field('Find your address'))
  })
})

describe('saving', () => {
  test('sends everything as the API takes it, and shows what came back', async () => {
    const stage = await openProfile({ user: { dob: null } })
    await stage.change('name')
    await stage.enter('Last name', ' Whitfield-Jones ')
    await stage.enter('Year', '1984')
    await stage.enter('Month', '2')
    await stage.enter('Day', '9')
    await stage.enter('Gender', '9')
    await stage.enter('NHS number (optional)', '943 476 5919')
    await stage.press('Save details')
    expect(sentDetails(stage)).toEqual([
      {
        params: { id: 7 },
        body: { ...unchanged, last_name: 'Whitfield-Jones', dob: '1984-02-09', gender: 9 },
      },
    ])
    await stage.api.answered(SAVE, () => rosa)
    await stage.api.answered(RELOAD, () => ({ ...rosa, full_name: 'Rosa Whitfield-Jones' }))
    expect(screen.getByText('Ms Rosa Whitfield-Jones')).toBeTruthy()
  })

  test('once is enough, however often and however slow', async () => {
    const stage = await openProfile()
    await stage.change('name')
    await stage.enter('First name', 'Rose')
    await stage.user.dblClick(screen.getByRole('button', { name: 'Save details' }))
    await settled()
    await stage.press('Saving your details')
    await stage.user.type(field('First name'), '{Enter}')
    await stage.press('Cancel')
    expect(sentDetails(stage)).toHaveLength(1)
    expect(heading().textContent).toBe('Change your details')
  })

  test.each([
    ['without an answer', noAnswer],
    ['by somebody who is signed out', refusal('not_signed_in')],
    ['too often', refusal('too_many_requests')],
  ])('%s keeps what was typed, and the same can be sent again', async (_, failure) => {
    const stage = await openProfile()
    await stage.change('name')
    await stage.enter('First name', 'Rose')
    await stage.press('Save details')
    await stage.api.failed(SAVE, failure)
    expect(field('First name').value).toBe('Rose')
    await stage.press('Save details')
    const [first, second] = sentDetails(stage)
    expect(second).toEqual(first)
    expect(first).toMatchObject({ body: { first_name: 'Rose' } })
  })

  test('tells what is wrong before it sends, from the summary to the question', async () => {
    const stage = await openProfile()
    await stage.change('name')
    await stage.enter('First name', ' ')
    await stage.enter('Email address', '')
    await stage.enter('Mobile phone number (optional)', '123')
    await stage.enter('Day', '')
    await stage.enter('NHS number (optional)', '1234567890')
    await stage.press('Save details')
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    expect(document.activeElement).toBe(summary)
    const links = within(summary).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Enter your first name',
      'Enter your email address',
      'Enter a phone number, like 07700 900 982',
      'Date of birth must include a day',
      'Check the NHS number. It is not valid',
    ])
    await stage.user.click(within(summary).getByRole('link', { name: /phone number/ }))
    expect(document.activeElement).toBe(field('Mobile phone number (optional)'))
    expect(sentDetails(stage)).toEqual([])
  })

  test('lands what the server refused on its question, the rest above', async () => {
    const stage = await openProfile()
    await stage.change('name')
    await stage.press('Save details')
    await stage.api.failed(
      SAVE,
      refusal('invalid', {
        fields: {
          gp_surgery_id: ['Choose a GP surgery from the list.'],
          'allergies.0': ['This one is gone'],
          non_field_errors: ['Not today'],
        },
      }),
    )
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    const lines = allTexts('listitem', summary)
    expect(lines).toEqual(['Choose a GP surgery from the list.', 'This one is gone', 'Not today'])
    expect(field('Add an allergy (optional)').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('leaving the page', () => {
  test('is warned of while something is unsaved, and only then', async () => {
    const stage = await openProfile()
    expect(wouldWarn()).toBe(false)
    await stage.change('name')
    expect(wouldWarn()).toBe(false)
    await stage.enter('First name', 'Rose')
    expect(wouldWarn()).toBe(true)
    await stage.enter('First name', 'Rosa')
    expect(wouldWarn()).toBe(false)
    await stage.enter('First name', 'Rose')
    await stage.press('Save details')
    expect(wouldWarn()).toBe(true)
    await stage.api.answered(SAVE, () => ({ ...rosa, first_name: 'Rose' }))
    await stage.api.answered(RELOAD, () => ({ ...rosa, first_name: 'Rose' }))
    expect(wouldWarn()).toBe(false)
  })

  more('also for an allergy that was taken away', async () => {
    const stage = await openProfile()
    await stage.change('allergies')
    await stage.press('Remove Latex')
    expect(wouldWarn()).toBe(true)
    await stage.press('Cancel')
    const question = screen.getByRole('region', { name: /Leave without saving\?/ })
    expect(document.activeElement).toBe(question)
    await stage.press('Leave without saving')
    expect(wouldWarn()).toBe(false)
    expect(screen.getByText('Latex')).toBeTruthy()
  })
})

describe('allergies', () => {
  test('are searched, added once, announced and sent', async () => {
    const stage = await openProfile()
    await stage.change('allergies')
    const search = field('Add an allergy (optional)')
    await stage.user.type(search, 'pe')
    await waitFor(() => expect(stage.api.isWaiting(...ALLERGIES)).toBe(true))
    const latex = { id: 3, name: 'Latex', url: '', description: '' }
    const nuts = { id: 4, name: 'Peanuts', url: '', description: '' }
    stage.api.answer(ALLERGIES, () => ({ count: 2, results: [latex, nuts] }))
    expect(await screen.findByRole('option', { name: 'Peanuts' })).toBeTruthy()
    expect(screen.queryByRole('option', { name: 'Latex' })).toBeNull()
    await stage.user.keyboard('{ArrowDown}{Enter}')
    await settled()
    expect(screen.getByText('Peanuts added')).toBeTruthy()
    expect(document.activeElement).toBe(search)
    const list = screen.getByRole('list', { name: 'Your allergies' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    await stage.press('Save details')
    expect(sentDetails(stage)).toMatchObject([{ body: { allergies: [3, 4] } }])
  })

  more('that are taken away leave the focus on the next, at last on the search', async () => {
    const allergies = [3, 4].map((id) => ({ id, name: `Allergy ${id}`, url: '' }))
    const stage = await openProfile({ user: { allergies } })
    await stage.change('allergies')
    await stage.press('Remove Allergy 3')
    expect(document.activeElement?.textContent).toBe('Remove Allergy 4')
    expect(screen.getByText('Allergy 3 removed')).toBeTruthy()
    await stage.press('Remove Allergy 4')
    expect(document.activeElement).toBe(field('Add an allergy (optional)'))
    await stage.press('Save details')
    expect(sentDetails(stage)).toMatchObject([{ body: { allergies: [] } }])
  })

  more('that cannot be looked up keep nothing else from being saved', async () => {
    const stage = await openProfile()
    await stage.change('allergies')
    await stage.user.type(field('Add an allergy (optional)'), 'pe')
    await waitFor(() => expect(stage.api.isWaiting(...ALLERGIES)).toBe(true))
    stage.api.fail(ALLERGIES, noAnswer)
    await screen.findByText(/cannot look up allergies at the moment/)
    await stage.press('Save details')
    expect(sentDetails(stage)).toMatchObject([{ body: { allergies: [3] } }])
  })
})
