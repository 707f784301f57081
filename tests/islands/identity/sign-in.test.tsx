import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from '#islands/ui/dialog/Dialog.tsx'
import { clinician, patient } from '../../machines/identity/login.catalogue.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { CHECK, DETAILS, fakeWindow, openPage } from './session-stage.tsx'

type Page = ReturnType<typeof openPage>

async function openPopup(page: Page, redirect: string | null = null) {
  const popup = fakeWindow()
  await page.happen(() => page.flow.signIn(popup as unknown as Window, redirect))
  return popup
}

/** The popup closes itself once it has signed somebody in, as is found out when it is looked at. */
async function finish(page: Page, popup: { closed: boolean }, viewer = patient) {
  popup.closed = true
  await page.settle(500)
  await page.answer(CHECK, viewer)
  await page.answer(DETAILS, {})
}

/** A part of the page that would warn of leaving it. */
const warn = (event: Event) => event.preventDefault()
const typeSomething = () => addEventListener('beforeunload', warn)
afterEach(() => removeEventListener('beforeunload', warn))

const stubMenu = (name: string, person: string) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(`<div data-account="${person}">${name}</div><p>more</p>`)),
  )

describe('signing in from the header', () => {
  test('the page shows itself anew for the person, and the guest of before is forgotten', async () => {
    const page = openPage()
    sessionStorage.setItem('guestUser', '{}')
    const popup = await openPopup(page)
    await page.settle(5000)
    expect(page.api.sent).toEqual([])
    popup.closed = true
    await page.settle(500)
    await page.answer(CHECK, patient)
    expect(sessionStorage.getItem('guestUser')).toBe('{}')
    await page.answer(DETAILS, {})
    expect(sessionStorage.getItem('guestUser')).toBeNull()
    expect(page.left).toEqual([['reload']])
    expect(sessionStorage.getItem('carelane.arrived')).not.toBeNull()
    page.showsNoDialog()
  })

  test('the redirect is gone to, if it leads to a page of this site', async () => {
    const page = openPage()
    await finish(page, await openPopup(page, '/user/appointments?page=2'))
    expect(page.left).toEqual([['replace', '/user/appointments?page=2']])
  })

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'a redirect to %s leads to the start page',
    async (redirect) => {
      const page = openPage()
      await finish(page, await openPopup(page, redirect))
      expect(page.left).toEqual([['replace', '/']])
    },
  )

  test('the popup can be brought forward, or given up', async () => {
    const page = openPage()
    const popup = await openPopup(page)
    await page.press('Show the window')
    expect(popup.focus).toHaveBeenCalledOnce()
    await page.press('Close')
    expect(popup.close).toHaveBeenCalledOnce()
    expect(page.login()).toBe('signedOut')
    expect(page.api.sent).toEqual([])
  })

  test('a popup closed without signing in says so in passing, and the next try works', async () => {
    const page = openPage()
    const popup = await openPopup(page)
    popup.closed = true
    await page.settle(500)
    await page.fail(CHECK, refusal('not_signed_in'))
    page.showsNoDialog()
    expect(page.notice()).toBe('You are not signed in.')
    await finish(page, await openPopup(page))
    expect(page.left).toEqual([['reload']])
  })

  test('without an answer nobody is signed in, and the connection’s return asks again', async () => {
    const page = openPage()
    const popup = await openPopup(page)
    popup.closed = true
    await page.settle(500)
    await page.answer(CHECK, patient)
    await page.fail(DETAILS, noAnswer)
    expect(page.flow.login.getSnapshot().context).toMatchObject({ isLoggedIn: false, viewer: null })
    expect(screen.getByRole('heading', { name: 'We could not finish signing you in' })).toBeTruthy()
    await page.happen(() => fireEvent(window, new Event('online')))
    await page.answer(CHECK, patient)
    await page.answer(DETAILS, {})
    expect(page.left).toEqual([['reload']])
  })

  test('what was typed stays: only the header changes', async () => {
    stubMenu('Asha Varma', clinician.uuid)
    const page = openPage()
    typeSomething()
    await finish(page, await openPopup(page), clinician)
    expect(page.left).toEqual([])
    expect(fetch).toHaveBeenCalledWith(
      '/account-menu?here=%2Fservices%2Fflu-jab%3Fsite%3Dharbour-street',
    )
    const account = document.querySelectorAll('header > [data-account]')
    expect([...account].map(({ textContent }) => textContent)).toEqual(['Asha Varma'])
    expect(page.told).toEqual(['keepSignedIn', 'release notes', 'competencies of 3'])
    expect(page.notice()).toBe('You are signed in.')
    expect(page.login()).toBe('signedIn')
  })
})

describe('without a popup', () => {
  const blocked = async (page: Page, redirect: string | null = null) => {
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
    await page.happen(() => page.flow.signIn(null, redirect))
  }

  test('the whole page signs in, and comes back to where it was', async () => {
    const page = openPage()
    await blocked(page)
    await page.press('Try again')
    expect(open).toHaveBeenCalledOnce()
    await page.press('Sign in on this page')
    expect(page.left).toEqual([['assign', '/api/private/login-callback/']])
    expect(sessionStorage.getItem('carelane.returnTo')).toBe(
      '/services/flu-jab?site=harbour-street#times',
    )
    page.showsNoDialog()
  })

  test('it comes back to the redirect where there is one', async () => {
    const page = openPage()
    await blocked(page, '/user/profile')
    await page.press('Sign in on this page')
    expect(sessionStorage.getItem('carelane.returnTo')).toBe('/user/profile')
  })

  test('the second try opens the window in the middle of the screen', async () => {
    vi.stubGlobal('screen', { width: 1920, height: 1200 })
    const page = openPage()
    await blocked(page)
    const popup = fakeWindow()
    const opened = vi.fn(() => popup)
    vi.stubGlobal('open', opened)
    await page.press('Try again')
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      '/api/private/login-callback/',
      'carelane-session',
      'popup,width=1000,height=1000,left=460,top=100',
    )
    await finish(page, popup)
    expect(page.left).toEqual([['reload']])
  })

  test('who arrives is told what is new, and a guest of before is forgotten', async () => {
    const page = openPage(clinician.uuid)
    sessionStorage.setItem('guestUser', '{}')
    await page.happen(() => page.flow.arrive())
    page.showsNoDialog()
    await page.answer(CHECK, clinician)
    await page.answer(DETAILS, {})
    expect(sessionStorage.getItem('guestUser')).toBeNull()
    expect(page.told).toEqual(['release notes', 'competencies of 3'])
    expect(page.left).toEqual([])
    expect(page.notice()).toBeNull()
  })
})

describe('when a call is refused', () => {
  const signInAgain = async (page: Page, viewer = patient) => {
    const popup = fakeWindow()
    vi.stubGlobal(
      'open',
      vi.fn(() => popup),
    )
    await page.happen(() => page.flow.needSignIn())
    expect(open).not.toHaveBeenCalled()
    await page.press('Sign in')
    await finish(page, popup, viewer)
  }

  test('signing in is offered, and the page stays as it is', async () => {
    stubMenu('Robin Ashdown', patient.uuid)
    const page = openPage(patient.uuid)
    await signInAgain(page)
    expect(page.left).toEqual([])
    page.showsNoDialog()
    expect(page.notice()).toBe('You are signed in.')
  })

  test('somebody else does not get to see the page of the person before', async () => {
    const page = openPage(patient.uuid)
    typeSomething()
    await signInAgain(page, clinician)
    expect(page.left).toEqual([['reload']])
  })

  test('a step that wants a fresh sign-in says so, and an old one is none', async () => {
    stubMenu('Robin Ashdown', patient.uuid)
    const page = openPage(patient.uuid)
    const popup = fakeWindow()
    vi.stubGlobal(
      'open',
      vi.fn(() => popup),
    )
    await page.happen(() => page.flow.needSignIn({ isAgain: true }))
    const isAsking = () => screen.queryByText(/You signed in a while ago/) !== null
    expect(isAsking()).toBe(true)
    await page.press('Sign in')
    popup.closed = true
    await page.settle(500)
    await page.answer(CHECK, { ...patient, is_fresh: false })
    expect(isAsking()).toBe(true)
    popup.closed = false
    await page.press('Sign in')
    await finish(page, popup, patient)
    page.showsNoDialog()
    expect(page.left).toEqual([])
  })

  test('further refusals do not ask again while somebody is signing in', async () => {
    const page = openPage(patient.uuid)
    await page.happen(() => page.flow.needSignIn())
    await page.happen(() => page.flow.needSignIn())
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await page.press('Close')
    page.showsNoDialog()
    await page.happen(() => page.flow.needSignIn())
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('a dialog that is open underneath stays open, with what was typed in it', async () => {
    stubMenu('Robin Ashdown', patient.uuid)
    const close = vi.fn()
    const page = openPage(patient.uuid)
    render(
      <Dialog open title="Change your details" onClose={close}>
        <label>
          Phone <input defaultValue="07700 900 982" />
        </label>
      </Dialog>,
    )
    await signInAgain(page)
    expect(close).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', '07700 900 982')
  })
})

describe('other tabs', () => {
  const signedIn = { type: 'signed-in', person: patient.uuid } as const

  test('a page of nobody follows when somebody signs in elsewhere', async () => {
    const page = openPage()
    await page.happen(() => page.flow.hear(signedIn))
    page.showsNoDialog()
    await page.answer(CHECK, patient)
    await page.answer(DETAILS, {})
    expect(page.left).toEqual([['reload']])
    // The other tab tells what is new.
    expect(sessionStorage.getItem('carelane.arrived')).toBeNull()
  })

  test('a page that was made for the person already stays as it is', async () => {
    const page = openPage(patient.uuid)
    await page.happen(() => page.flow.hear(signedIn))
    expect(page.api.sent).toEqual([])
    expect(page.left).toEqual([])
  })

  test('the popup’s own word is taken before it is seen to be closed', async () => {
    const page = openPage()
    await openPopup(page)
    await page.happen(() => page.flow.hear(signedIn))
    await page.answer(CHECK, patient)
    await page.answer(DETAILS, {})
    expect(page.left).toEqual([['reload']])
  })

  test('a page is shown anew when the person signs out elsewhere', async () => {
    const page = openPage(patient.uuid)
    await page.happen(() => page.flow.hear({ type: 'signed-out' }))
    expect(page.left).toEqual([['reload']])
  })

  test('but not while something is typed in it: it says so and waits', async () => {
    stubMenu('Sign in', '')
    const page = openPage(patient.uuid)
    typeSomething()
    await page.happen(() => page.flow.hear({ type: 'signed-out' }))
    expect(page.left).toEqual([])
    expect(page.notice()).toMatch(/signed out in another tab/)
    expect(document.querySelector('header')?.textContent).toBe('Sign in')
    await page.press('Load the page again')
    expect(page.left).toEqual([['reload']])
  })

  test('a page of nobody has nothing to do with a sign-out', async () => {
    const page = openPage()
    await page.happen(() => page.flow.hear({ type: 'signed-out' }))
    expect(page.left).toEqual([])
  })
})
