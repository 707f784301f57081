import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { FormFilling } from '#islands/forms/fill/FormFilling.tsx'
import { TYPING_PAUSE_MS } from '#islands/forms/use-filled-form.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import { savedForm } from '../../machines/forms/form-samples.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { openIsland } from '../open-island.tsx'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

export const READ = ['GET private/savedforms/{id}/']
export const SAVE = ['PUT private/savedforms/{id}/']
export const SUBMIT = ['POST private/submittedforms/']

/** Who is signed in. */
export const PERSON = 'c0ffee00-0000-4000-8000-000000000001'

/** Longer than the pause before a draft is saved. */
export const PAUSE = 1_600

/** The real island in front of an API that waits; the form is not open yet. */
export async function startFilling(search = '', viewer: string = PERSON) {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  history.replaceState(null, '', `/user/forms/in-progress/${savedForm.id}${search}`)
  const navigation = { assign: vi.fn(), replace: vi.fn() }
  const island = await openIsland((api) => (
    <FormFilling
      id={savedForm.id}
      audience="user"
      {...{ settings, search, viewer, api, navigation }}
    />
  ))
  const { api, user } = island
  const stage = {
    ...island,
    navigation,
    choose: async (label: string) => {
      await user.click(screen.getByLabelText(label))
      await settled()
    },
    type: async (label: string, text: string) => {
      await user.type(screen.getByLabelText(label), text)
      await settled(TYPING_PAUSE_MS)
    },
    answer: api.answered,
    fail: api.failed,
    /** The draft is saved as it stands. */
    saved: async (revision = 4) => {
      await api.answered(SAVE, () => ({
        ...savedForm,
        revision,
        saved: '2026-08-03T08:40:00.000Z',
      }))
    },
    happens: async (name: 'online' | 'offline') => {
      fireEvent(window, new Event(name))
      await settled()
    },
  }
  return stage
}

export async function openFilling(form: Partial<SavedForm> = {}, search = '', viewer = PERSON) {
  const stage = await startFilling(search, viewer)
  await stage.answer(READ, () => ({ ...savedForm, ...form }))
  return stage
}

export type FillingStage = Awaited<ReturnType<typeof openFilling>>

/** To the review, with every answer saved. */
export async function openReview(form: Partial<SavedForm> = {}) {
  const answers = { eggs: 'no', consent: true }
  const stage = await openFilling({ answers, ...form }, '?page=review')
  await stage.saved()
  return stage
}
