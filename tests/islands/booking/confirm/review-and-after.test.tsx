import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { BookingConfirmation } from '#islands/booking/confirm/BookedStep.tsx'
import { ReviewBooking } from '#islands/booking/confirm/ReviewStep.tsx'
import { emptyGuestDraft } from '#islands/booking/details/guest-draft.ts'
import { CalendarChange } from '#islands/own-appointments/appointment/CalendarChange.tsx'
import { CancelAppointment } from '#islands/own-appointments/appointment/ManagedAppointmentParts.tsx'
import * as files from '#islands/ui/save-file.ts'
import { allTexts } from '../../hands.ts'
import { appointment, LONDON } from '../samples.ts'

type ReviewBookingProps = ComponentProps<typeof ReviewBooking>

type CancelAppointmentProps = ComponentProps<typeof CancelAppointment>

const manageUrl = 'https://book.example.test/manage/41#token=secret'

const findRows = (list: HTMLElement) =>
  [...list.querySelectorAll('dl > div')].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd > div')?.textContent.trim(),
  ])

describe('review', () => {
  function show(props: Partial<ReviewBookingProps> = {}) {
    const all: ReviewBookingProps = {
      slot: {
        service: 'Flu jab',
        duration: 75,
        start: appointment.start,
        place: ['Harbour Street', '12 Harbour Street', 'Whitport'],
      },
      timeZone: LONDON,
      guest: {
        ...emptyGuestDraft,
        title: 'Dr',
        first_name: 'Ada',
        last_name: 'Byron',
        dob: '1984-3-9',
        email: 'ada@example.test',
        mobile: '07700 900 982',
        gp_surgery: { id: 6, name: 'Quay Practice' },
        nhs_number: '9434765919',
      },
      prebookingInfo: 'Wear short sleeves.',
      price: 'Free on the NHS, or £18',
      notes: '',
      onNotesChange: vi.fn(),
      onChangeSlot: vi.fn(),
      onChangeGuest: vi.fn(),
      onConfirm: vi.fn(),
      pending: false,
      ...props,
    }
    render(<ReviewBooking {...all} />)
    return { user: userEvent.setup(), props: all }
  }

  it('repeats every answer in words', () => {
    show()
    expect(findRows(document.body)).toEqual([
      ['Service', 'Flu jab'],
      ['Date and time', 'Wednesday 5\u00a0August 2026 9:30am, 1 hour 15 minutes'],
      ['Place', 'Harbour Street 12 Harbour Street Whitport'],
      ['What it costs', 'Free on the NHS, or £18'],
      ['Name', 'Dr Ada Byron'],
      ['Date of birth', '9\u00a0March 1984'],
      ['Email address', 'ada@example.test'],
      ['Mobile phone number', '07700 900 982'],
      ['Address', 'Not given'],
      ['GP surgery', 'Quay Practice'],
      ['NHS number', '943 476 5919'],
    ])
    expect(screen.getByRole('region', { name: 'Before you come' }).textContent).toContain(
      'Wear short sleeves.',
    )
  })

  it('leads from each answer to where it is changed, and says which', async () => {
    const { user, props } = show()
    await user.click(screen.getByRole('button', { name: 'Change date and time' }))
    expect(props.onChangeSlot).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Change GP surgery' }))
    expect(props.onChangeGuest).toHaveBeenCalledOnce()
  })

  it('books once: a second press while it is under way does nothing', async () => {
    const { user, props } = show({ pending: true })
    await user.click(screen.getByRole('button', { name: 'Booking your appointment' }))
    const notes = screen.getByLabelText<HTMLTextAreaElement>(
      'Notes for your appointment (optional)',
    )
    act(() => notes.form?.requestSubmit())
    expect(props.onConfirm).not.toHaveBeenCalled()
  })

  it('confirms, with notes kept by whoever shows it', async () => {
    const { user, props } = show()
    await user.type(screen.getByLabelText('Notes for your appointment (optional)'), 'x')
    expect(props.onNotesChange).toHaveBeenCalledWith('x')
    await user.click(screen.getByRole('button', { name: 'Confirm booking' }))
    expect(props.onConfirm).toHaveBeenCalledOnce()
  })
})

describe('confirmation', () => {
  const show = (sendsEmail = false) => {
    const user = userEvent.setup()
    render(
      <BookingConfirmation
        appointment={appointment}
        timeZone={LONDON}
        calendar={{ href: '/api/calendar.ics', headers: { 'Guest-User-Access-Token': 'secret' } }}
        manageUrl={manageUrl}
        isOpenToAll
        sendsEmail={sendsEmail}
        formsHref="/user/forms/for-appointment/41"
        bookAgainHref="/services/flu-jab/availability"
      />,
    )
    return user
  }

  it('says first that it is booked, then what, when and where', async () => {
    show()
    const heading = screen.getByRole('heading', { name: 'Your appointment is booked' })
    expect(document.activeElement).toBe(heading)
    const section = screen.getByRole('region', { name: 'What you have booked' })
    expect(findRows(section).slice(0, 3)).toEqual([
      ['Reference', 'KX7-4PQ'],
      ['Service', 'Flu jab'],
      ['Date and time', 'Wednesday 5\u00a0August 2026 9:30am to 10am (30 minutes)'],
    ])
    expect(findRows(section)).toContainEqual(['What it costs', 'NHS: free'])
    const phone = within(section).getByRole('link', { name: '01632 960 111' })
    expect(phone.getAttribute('href')).toBe('tel:01632960111')
    await screen.findByRole('img', { name: 'QR code of the link to this appointment' })
  })

  it('shows the date large, in words that screen readers have already', async () => {
    show()
    expect(document.querySelector('.leaf')?.textContent).toBe('Wednesday5August9:30am')
    expect(document.querySelector('.leaf')?.getAttribute('aria-hidden')).toBe('true')
    expect(screen.getByText('Wednesday 5 August 2026 at 9:30am, Harbour Street')).toBeTruthy()
    await screen.findByRole('img')
  })

  it('draws its QR code without a word to screen readers', async () => {
    show()
    const statuses = allTexts('status')
    expect(statuses.join()).not.toContain('QR')
    await screen.findByRole('img')
  })

  it('says at once that nothing is sent, and what to keep instead', async () => {
    show()
    const keep = screen.getByRole('region', { name: 'Keep this link' })
    expect(keep.textContent).toContain('We do not send a confirmation by email or text.')
    expect(within(keep).getByRole('button', { name: 'Copy link' })).toBeTruthy()
    expect(within(keep).getByRole('button', { name: 'Add to calendar' })).toBeTruthy()
    expect(screen.getAllByRole('region')[0]).toBe(keep)
    await screen.findByRole('img')
  })

  it('says that a confirmation comes where one is sent', () => {
    show(true)
    const { textContent } = screen.getByRole('region', { name: 'Keep this link' })
    expect(textContent).toContain('a confirmation is on its way')
    expect(textContent).not.toContain('do not send')
  })

  it('gives a calendar file and the link by which the booking is found again', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined)
    const user = show()
    const fetched = vi.fn(
      async (_href: string, _init: RequestInit) =>
        new Response('BEGIN:VCALENDAR', {
          headers: { 'Content-Disposition': 'attachment; filename="appointment-KX7-4PQ.ics"' },
        }),
    )
    vi.stubGlobal('fetch', fetched)
    await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
    expect(fetched.mock.calls).toEqual([
      [
        '/api/calendar.ics',
        { credentials: 'include', headers: { 'Guest-User-Access-Token': 'secret' } },
      ],
    ])
    const [name, content] = save.mock.calls[0] ?? []
    expect(name).toBe('appointment-KX7-4PQ.ics')
    expect(await content?.text()).toBe('BEGIN:VCALENDAR')
    const link = screen.getByRole('link', { name: 'See, move or cancel this appointment' })
    expect(link.getAttribute('href')).toBe(manageUrl)
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(manageUrl)
    expect(screen.getByText('Link copied')).toBeTruthy()
    await screen.findByRole('img')
  })
})

describe('a calendar file', () => {
  it('replaces the entry from before a reschedule', () => {
    const calendar = { href: '/api/calendar.ics', headers: {} }
    const shown = render(
      <CalendarChange appointment={appointment} calendar={calendar} timeZone={LONDON} />,
    )
    expect(shown.container.textContent).toBe('')
    const rescheduled = { ...appointment, rescheduled_on: '2026-08-03T09:20:00.000Z' }
    shown.rerender(
      <CalendarChange appointment={rescheduled} calendar={calendar} timeZone={LONDON} />,
    )
    expect(
      screen.getByText(/calendar before 10:20am on Monday 3.August 2026, replace the old entry\.$/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Replace calendar entry' })).toBeTruthy()
  })

  it('that cannot be had says why, and can be tried again', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    const calendar = { href: '/api/calendar.ics', headers: {} }
    const cancelled = { ...appointment, status: 'cancelled' as const }
    render(<CalendarChange appointment={cancelled} calendar={calendar} timeZone={LONDON} />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Remove calendar entry' }))
    expect(screen.getByRole('alert').textContent).toBe(
      'Your calendar file was not downloaded. We could not reach the service. Try again.',
    )
    expect(screen.getByRole('button', { name: 'Remove calendar entry' })).toBeTruthy()
  })
})

describe('cancelling', () => {
  function show(props: Partial<CancelAppointmentProps> = {}) {
    const all: CancelAppointmentProps = {
      appointment,
      timeZone: LONDON,
      pending: false,
      onConfirm: vi.fn(),
      onKeep: vi.fn(),
      ...props,
    }
    render(<CancelAppointment {...all} />)
    return { user: userEvent.setup(), props: all }
  }

  it('says what it will do, and does it with the reason that was given', async () => {
    const { user, props } = show()
    expect(document.body.textContent).toContain(
      'This will cancel your flu jab at 9:30am on Wednesday 5\u00a0August 2026, Harbour Street.',
    )
    await user.type(screen.getByLabelText('Why are you cancelling? (optional)'), 'Ill')
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }))
    expect(props.onConfirm).toHaveBeenCalledWith('Ill')
    expect(props.onKeep).not.toHaveBeenCalled()
  })

  it('leads to the reason where the server refuses it', () => {
    show({ serverErrors: { cancellation_notes: ['Use 1000 characters or fewer'] } })
    const reason = screen.getByLabelText('Why are you cancelling? (optional)')
    expect(document.activeElement).toBe(reason)
  })

  it('does nothing more while it is under way', async () => {
    const { user, props } = show({ pending: true })
    await user.click(screen.getByRole('button', { name: 'Cancelling' }))
    const reason = screen.getByLabelText<HTMLTextAreaElement>('Why are you cancelling? (optional)')
    act(() => reason.form?.requestSubmit())
    await user.click(screen.getByRole('button', { name: 'Keep appointment' }))
    expect(props.onConfirm).not.toHaveBeenCalled()
    expect(props.onKeep).not.toHaveBeenCalled()
  })
})
