import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { GuestUserDialog } from '#islands/booking/confirm/ReviewStep.tsx'
import { GuestForm, type GuestFormProps } from '#islands/booking/details/GuestForm.tsx'
import type { GuestDraft } from '#islands/booking/details/guest-draft.ts'
import { isFull } from '../../../amount.ts'
import { allTexts } from '../../hands.ts'
import { stubMedia } from '../../stub-media.ts'

const more = it.runIf(isFull)

const ada: Partial<GuestDraft> = {
  first_name: 'Ada',
  last_name: 'Byron',
  dob: '1984-12-10',
  email: 'ada@example.test',
  mobile: '07700 900 982',
}
const address = {
  id: 'a1',
  address1: '12 Harbour Street',
  address2: '',
  city: 'Whitport',
  county: 'Westshire',
  nation: 'England',
  postcode: 'WP1 2AB',
}

function show(props: Partial<GuestFormProps> = {}) {
  const all: GuestFormProps = {
    pending: false,
    sendsEmail: true,
    sendsTexts: false,
    onSubmit: vi.fn(),
    findAddresses: vi.fn(async () => [{ id: 'a1', label: '12 Harbour Street, Whitport' }]),
    loadAddress: vi.fn(async () => address),
    findSurgeries: vi.fn(async () => [
      { id: 5, name: 'Park Surgery' },
      { id: 6, name: 'Quay Practice' },
    ]),
    ...props,
  }
  const { rerender, unmount } = render(<GuestForm {...all} />)
  const change = (changes: Partial<GuestFormProps>) => rerender(<GuestForm {...all} {...changes} />)
  return { user: userEvent.setup(), props: all, change, unmount }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const send = () => screen.getByRole('button', { name: 'Continue' })
const summary = () => screen.findByRole('region', { name: 'There is a problem' })
const toError = (input: HTMLElement) => {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).at(-1)
}

describe('what was forgotten or mistyped', () => {
  it('is told by the same rules as the server has: a name that shows nothing is missing', async () => {
    const { user, props } = show({ initialValues: { ...ada, first_name: '\u200B\u2060' } })
    await user.click(send())
    expect((await summary()).textContent).toContain('Enter your first name')
    expect(props.onSubmit).not.toHaveBeenCalled()
  })

  it('is sent in the form in which it is kept', async () => {
    const { user, props } = show({ initialValues: { ...ada, first_name: 'Zoe\u0308\u200B' } })
    await user.click(send())
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalled())
    expect(vi.mocked(props.onSubmit).mock.calls[0]?.[0].guest).toMatchObject({
      first_name: 'Zo\u00eb',
    })
  })

  it('is listed above the form, which takes the focus and leads to each question', async () => {
    const { user, props } = show()
    await user.click(send())
    const list = await summary()
    await waitFor(() => expect(document.activeElement).toBe(list))
    expect(allTexts('link', list)).toEqual([
      'Enter your first name',
      'Enter your last name',
      'Enter your date of birth',
      'Enter your email address',
      'Enter your mobile phone number',
    ])
    expect(props.onSubmit).not.toHaveBeenCalled()
    await user.click(within(list).getByRole('link', { name: 'Enter your date of birth' }))
    expect(document.activeElement).toBe(field('Day'))
    await user.click(within(list).getByRole('link', { name: 'Enter your email address' }))
    expect(document.activeElement).toBe(field('Email address'))
  })

  it('is said when a question is left with an answer, not before and not in a summary', async () => {
    const { user } = show()
    await user.click(field('Email address'))
    await user.tab()
    expect(field('Email address').getAttribute('aria-invalid')).toBeNull()
    await user.type(field('Email address'), 'ada@')
    expect(field('Email address').getAttribute('aria-invalid')).toBeNull()
    await user.tab()
    await waitFor(() => expect(field('Email address').getAttribute('aria-invalid')).toBe('true'))
    expect(toError(field('Email address'))).toContain('in the correct format')
    expect(screen.queryByRole('region', { name: 'There is a problem' })).toBeNull()
  })

  it('does not move the button away from under a pressed pointer', async () => {
    const onDraftChange = vi.fn()
    show({ initialValues: ada, onDraftChange })
    const email = field('Email address')
    email.focus()
    fireEvent.change(email, { target: { value: 'ada@' } })
    fireEvent.pointerDown(send())
    fireEvent.blur(email)
    // The draft is handed over long after an answer has been looked at.
    await waitFor(() => expect(onDraftChange).toHaveBeenCalled())
    expect(email.getAttribute('aria-invalid')).toBeNull()
    fireEvent.pointerUp(send())
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  })

  it.each([
    ['', '', '1984', 'Date of birth must include a day and a month'],
    ['31', '2', '1984', 'There is no 31 February 1984'],
    ['1', '2', '2999', 'Date of birth must be in the past'],
  ])('knows the date %s %s %s to be wrong', async (day, month, year, message) => {
    const { user } = show({ initialValues: { ...ada, dob: '' } })
    if (day) await user.type(field('Day'), day)
    if (month) await user.type(field('Month'), month)
    if (year) await user.type(field('Year'), year)
    await user.click(send())
    const list = await summary()
    expect(within(list).getByRole('link').textContent).toBe(message)
    expect([field('Day').value, field('Month').value, field('Year').value]).toEqual([
      day,
      month,
      year,
    ])
  })
})

describe('in a dialog', () => {
  it.each([
    ['first_name', 'First name'],
    ['dob', 'Day'],
    ['email', 'Email address'],
    ['mobile', 'Mobile phone number'],
    ['address1', 'Find your address'],
    ['gp_surgery', 'GP surgery (optional)'],
    ['nhs_number', 'NHS number (optional)'],
  ] as const)('the question %s takes the focus on a touch screen too', async (begin, label) => {
    stubMedia(true)
    const lookups = { findAddresses: vi.fn(), loadAddress: vi.fn(), findSurgeries: vi.fn() }
    const functions = { onSubmit: vi.fn(), onClose: vi.fn() }
    render(
      <GuestUserDialog
        {...lookups}
        {...functions}
        open
        pending={false}
        sendsEmail
        sendsTexts={false}
        initialValues={ada}
        begin={begin}
      />,
    )
    const control = () => screen.getByLabelText(label, { selector: 'input' })
    await waitFor(() => expect(control()).toBeTruthy())
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(control())
  })
})

describe('a form that holds', () => {
  it("hands over what the API takes, from the person's own way of writing", async () => {
    const { user, props } = show()
    await user.type(field('First name'), ' Ada ')
    await user.type(field('Last name'), 'Byron')
    await user.type(field('Day'), '9')
    await user.type(field('Month'), '3')
    await user.type(field('Year'), '1984')
    await user.type(field('Email address'), 'ada@example.test')
    await user.type(field('Mobile phone number'), '07700 900 982')
    await user.type(field('NHS number (optional)'), '943 476 5919{Enter}')
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalledOnce())
    const submission = vi.mocked(props.onSubmit).mock.calls[0]?.[0]
    expect(submission?.guest).toEqual({
      title: '',
      first_name: 'Ada',
      last_name: 'Byron',
      dob: '1984-03-09',
      email: 'ada@example.test',
      mobile: '07700 900 982',
      gender: -1,
      address1: '',
      address2: '',
      city: '',
      county: '',
      nation: '',
      postcode: '',
      nhs_number: '9434765919',
      gp_surgery_id: null,
      reminders: 'email',
    })
    expect(submission?.draft.dob).toBe('1984-3-9')
  })

  it('is not sent twice while the first is on its way, and keeps what was typed', async () => {
    const { user, props, change } = show({ initialValues: ada })
    change({ pending: true })
    await user.click(screen.getByRole('button', { name: 'Saving your details' }))
    await user.type(field('Last name'), '{Enter}')
    await act(async () => field('Last name').form?.requestSubmit())
    expect(props.onSubmit).not.toHaveBeenCalled()
    expect(field('First name').value).toBe('Ada')
  })

  it('asks the browser for what it knows of the person', () => {
    show({ initialValues: { address1: '1 Quay' } })
    const tokens = (name: string) => field(name).getAttribute('autocomplete')
    expect(tokens('First name')).toBe('given-name')
    expect(tokens('Last name')).toBe('family-name')
    expect(tokens('Year')).toBe('bday-year')
    expect(tokens('Email address')).toBe('email')
    expect(tokens('Mobile phone number')).toBe('tel')
    expect(tokens('Address line 1')).toBe('address-line1')
    expect(tokens('Postcode')).toBe('postal-code')
  })
})

describe('what the server refused', () => {
  it('lands on its question, with the rest in the summary, and keeps every answer', async () => {
    const { change } = show({ initialValues: ada })
    change({
      serverErrors: {
        mobile: ['This number cannot be reached'],
        gp_surgery_id: ['Choose a GP surgery from the list'],
        non_field_errors: ['Too many attempts today'],
      },
    })
    const list = await summary()
    await waitFor(() => expect(document.activeElement).toBe(list))
    expect(allTexts('listitem', list)).toEqual([
      'This number cannot be reached',
      'Choose a GP surgery from the list',
      'Too many attempts today',
    ])
    expect(toError(field('Mobile phone number'))).toBe('Error: This number cannot be reached')
    expect(field('Email address').value).toBe('ada@example.test')
  })

  more('stays where Enter in the field itself sent it, until the answer is changed', async () => {
    const { user, change } = show({ initialValues: ada })
    await user.type(field('Mobile phone number'), '{Enter}')
    change({ serverErrors: { mobile: ['This number cannot be reached'] } })
    await waitFor(async () => expect(document.activeElement).toBe(await summary()))
    await act(() => Promise.resolve())
    expect(toError(field('Mobile phone number'))).toBe('Error: This number cannot be reached')
    await user.type(field('Mobile phone number'), '1')
    expect(screen.queryByText(/cannot be reached/)).toBeNull()
  })
})

describe('the draft', () => {
  more('is kept after a pause in typing, half a date included', async () => {
    const onDraftChange = vi.fn()
    const { user } = show({ onDraftChange })
    await user.type(field('First name'), 'Ada')
    await user.type(field('Year'), '1984')
    expect(onDraftChange).not.toHaveBeenCalled()
    await waitFor(() => expect(onDraftChange).toHaveBeenCalledOnce())
    const draft = onDraftChange.mock.calls[0]?.[0] as GuestDraft
    expect([draft.first_name, draft.dob]).toEqual(['Ada', '1984--'])
  })

  it('is kept at once when the form or the page goes away', async () => {
    const onDraftChange = vi.fn()
    const { user, unmount } = show({ onDraftChange })
    await user.type(field('First name'), 'A')
    window.dispatchEvent(new Event('pagehide'))
    expect(onDraftChange).toHaveBeenCalledTimes(1)
    await user.type(field('First name'), 'da')
    unmount()
    expect(onDraftChange).toHaveBeenCalledTimes(2)
    expect(onDraftChange.mock.lastCall?.[0].first_name).toBe('Ada')
  })

  it('comes back as it was typed', () => {
    show({ initialValues: { first_name: 'Ada', dob: '1984--9' } })
    expect(field('First name').value).toBe('Ada')
    expect([field('Day').value, field('Month').value, field('Year').value]).toEqual([
      '9',
      '',
      '1984',
    ])
  })
})

describe('the address', () => {
  const lookup = () => screen.getByRole('combobox', { name: 'Find your address' })
  const byHand = () => screen.queryByRole('button', { name: 'Enter address manually' })

  it('is filled in from the one that is chosen, and can be corrected', async () => {
    const { user, props } = show({ initialValues: ada })
    await user.type(lookup(), 'WP1')
    await screen.findByRole('option', { name: '12 Harbour Street, Whitport' })
    expect(screen.getByText('1 address found')).toBeTruthy()
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByText('Address filled in. Check that it is right.')
    expect(field('Town or city').value).toBe('Whitport')
    await user.type(field('Address line 2 (optional)'), 'Flat 2')
    await user.click(send())
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalledOnce())
    expect(vi.mocked(props.onSubmit).mock.calls[0]?.[0].guest).toMatchObject({
      address1: '12 Harbour Street',
      address2: 'Flat 2',
      postcode: 'WP1 2AB',
    })
  })

  more('can be typed by hand while the look-up never answers', async () => {
    const { user } = show({ findAddresses: () => new Promise(() => undefined) })
    await user.type(lookup(), 'WP1 2AB')
    await screen.findByText('Looking for addresses…')
    const button = byHand()
    if (!button) throw new Error('no way to type by hand')
    await user.click(button)
    expect(document.activeElement).toBe(field('Address line 1'))
  })

  it('opens for typing by hand when the look-up fails', async () => {
    const { user } = show({ findAddresses: () => Promise.reject(new Error('away')) })
    await user.type(lookup(), 'WP1')
    await screen.findByText(
      'We cannot look up addresses at the moment. Enter the address manually.',
    )
    expect(await screen.findByLabelText('Address line 1')).toBeTruthy()
    expect(document.activeElement).toBe(lookup())
  })

  more('opens for typing by hand when the chosen address does not arrive', async () => {
    const { user } = show({ loadAddress: () => Promise.reject(new Error('away')) })
    await user.type(lookup(), 'WP1')
    await user.click(await screen.findByRole('option'))
    await screen.findByText('We could not load that address. Enter it manually.')
    expect(field('Address line 1').value).toBe('')
  })

  more('is not overwritten by an answer that comes after typing has begun', async () => {
    let answer: (found: typeof address) => void = () => undefined
    const slow = () =>
      new Promise<typeof address>((resolve) => {
        answer = resolve
      })
    const { user } = show({ loadAddress: slow })
    await user.type(lookup(), 'WP1')
    await user.click(await screen.findByRole('option'))
    await user.click(screen.getByRole('button', { name: 'Enter address manually' }))
    await user.type(field('Address line 1'), 'The Lighthouse')
    answer(address)
    await Promise.resolve()
    expect(field('Address line 1').value).toBe('The Lighthouse')
    expect(field('Town or city').value).toBe('')
  })

  it('does not send the form by Enter in the look-up', async () => {
    const { user, props } = show({ initialValues: ada })
    await user.type(lookup(), 'WP1{Enter}')
    await screen.findByRole('option')
    expect(props.onSubmit).not.toHaveBeenCalled()
  })
})

describe('the GP surgery', () => {
  more('is searched, chosen, shown by name and changed again', async () => {
    const { user, props } = show({ initialValues: ada })
    await user.type(screen.getByRole('combobox', { name: 'GP surgery (optional)' }), 'qu')
    await user.click(await screen.findByRole('option', { name: 'Quay Practice' }))
    const change = screen.getByRole('button', { name: 'Change GP surgery, now Quay Practice' })
    expect(document.activeElement).toBe(change)
    await user.click(send())
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalledOnce())
    const submission = vi.mocked(props.onSubmit).mock.calls[0]?.[0]
    expect(submission?.guest.gp_surgery_id).toBe(6)
    expect(submission?.draft.gp_surgery).toEqual({ id: 6, name: 'Quay Practice' })
    await user.click(change)
    const search = screen.getByRole('combobox', { name: 'GP surgery (optional)' })
    expect(document.activeElement).toBe(search)
  })

  more('says that what was typed and not chosen is left out', async () => {
    const { user } = show({ initialValues: ada })
    const search = screen.getByRole('combobox', { name: 'GP surgery (optional)' })
    const leftOut = 'You have not chosen from the list, so we will leave this out.'
    await user.type(search, 'qu')
    await screen.findByRole('option', { name: 'Quay Practice' })
    expect(screen.queryByText(leftOut)).toBeNull()
    await user.tab()
    expect(await screen.findByText(leftOut)).toBeTruthy()
    await user.click(search)
    expect(screen.queryByText(leftOut)).toBeNull()
  })

  more('is no hindrance when the look-up fails', async () => {
    const { user, props } = show({
      initialValues: ada,
      findSurgeries: () => Promise.reject(new Error('away')),
    })
    await user.type(screen.getByRole('combobox', { name: 'GP surgery (optional)' }), 'qu')
    await screen.findByText(
      'We cannot look up surgeries at the moment. You can continue without one.',
    )
    await user.click(send())
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalledOnce())
  })
})

describe('details of the last booking', () => {
  const last = { ...ada, nhs_number: '943 476 5919' }
  const begin = (changed: object) =>
    show({ initialValues: last, isFromLastBooking: true, ...changed })
  const send = async (user: ReturnType<typeof begin>['user'], dayOfBirth: string) => {
    await user.clear(field('First name'))
    await user.type(field('First name'), 'Stan')
    await user.clear(screen.getByLabelText('Day'))
    await user.type(screen.getByLabelText('Day'), dayOfBirth)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
  }

  it('do not lend their NHS number to somebody else', async () => {
    const { user, props } = begin({})
    await send(user, '11')
    expect(toError(field('NHS number (optional)'))).toContain(
      'Enter the NHS number of this person, or leave it empty',
    )
    await user.clear(field('NHS number (optional)'))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalledOnce())
  })

  it('may be corrected one by one', async () => {
    const { user, props } = begin({})
    await send(user, '10')
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalledOnce())
  })
})

describe('reminders', () => {
  const wanted = () => screen.queryByRole<HTMLInputElement>('checkbox')

  it('are sent by email unless somebody does not want them', async () => {
    const { user, props } = show({ initialValues: ada })
    expect(field('Send me reminders by email').checked).toBe(true)
    await user.click(field('Send me reminders by email'))
    await user.click(send())
    await waitFor(() => expect(props.onSubmit).toHaveBeenCalled())
    expect(vi.mocked(props.onSubmit).mock.calls[0]?.[0].guest).toMatchObject({ reminders: 'none' })
  })

  it('are not asked about where no messages are sent', () => {
    show({ initialValues: ada, sendsEmail: false })
    expect(wanted()).toBeNull()
  })
})
