import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '#lib/contract/identity.ts'
import { appointment, at, schedule } from '../schedule-sample.ts'
import { cell, showTo, viewer, viewerWith } from '../schedule-stage.tsx'

const TYPES = ['GET admin/available_appointment_types/']
const flu = { id: 5, name: 'Flu vaccination', duration: 10, override: false }
const desk = viewerWith('clinic.add_appointment', 'clinic.override_appointment_duration')
const ofHours = viewerWith('clinic.add_availability', 'clinic.change_availability')

beforeAll(async () => {
  await import('#islands/availability/AvailabilityDialog.tsx')
})

async function openFromBlock(who: Viewer) {
  const stage = showTo(who)
  await stage.answer(
    schedule([appointment(), appointment({ id: 2, start: at('10:15'), end: at('10:30') })]),
  )
  const block = await cell(/^9:30am to 9:45am/)
  act(() => block.focus())
  await stage.user.keyboard('{ArrowDown}')
  return stage
}

const told = () => document.querySelector('.move-bar [role="status"]')?.textContent
const ghost = () => document.querySelector('.schedule-ghost')?.textContent

describe('a time drawn by keyboard', () => {
  it('gets longer, shorter and moves within what is free, and is booked for that long', async () => {
    const { api, user } = await openFromBlock(desk)
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(ghost()).toBe('9:45am to 10am')
    expect(told()).toBe('Book, 9:45am to 10am.')
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}')
    expect(ghost()).toBe('9:45am to 10:05am')
    // The next appointment begins at 10:15am.
    await user.keyboard('{PageDown}')
    expect(ghost()).toBe('9:55am to 10:15am')
    await user.keyboard('{Enter}')
    expect(ghost()).toBeUndefined()
    await waitFor(() => expect(api.isWaiting(...TYPES)).toBe(true))
    await act(async () => api.answer(TYPES, () => ({ count: 1, results: [flu] })))
    const dialog = await screen.findByRole('dialog', { name: 'Book an appointment' })
    expect(dialog.textContent).toContain('9:55am')
    expect(screen.getByLabelText<HTMLInputElement>('Minutes').value).toBe('20')
  })

  it('says why it takes less than was drawn, to who may not choose that', async () => {
    const { api, user } = await openFromBlock(viewerWith('clinic.add_appointment'))
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Enter}')
    await waitFor(() => expect(api.isWaiting(...TYPES)).toBe(true))
    await act(async () => api.answer(TYPES, () => ({ count: 1, results: [flu] })))
    await screen.findByText(
      'You drew 30 minutes, but Flu vaccination takes 10 minutes. You do not have permission to change durations.',
    )
  })

  it('is given up by Escape, and nothing is begun', async () => {
    const { api, user } = await openFromBlock(desk)
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Escape}{Shift>}{ArrowUp}{/Shift}{Escape}')
    expect(ghost()).toBeUndefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.isWaiting(...TYPES)).toBe(false)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('9:45am, free')
  })

  it('makes hours where there are none', async () => {
    const { user } = await openFromBlock(ofHours)
    // Beyond the end of the hours.
    await user.keyboard('{PageDown}{PageDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      '11:45am, add hours, not working',
    )
    await user.keyboard('{Shift>}{ArrowDown}{PageDown}{/Shift}')
    expect(told()).toBe('New hours, 11:45am to 1pm.')
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'New availability' })
  })

  it('is not offered to who may make nothing of it', async () => {
    const { user } = await openFromBlock(viewer)
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(ghost()).toBeUndefined()
  })
})
