import '../ui/island-setup.ts'

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availabilityEditingMachine } from '#machines/availability/availability-editing.machine.ts'
import {
  availabilityCatalogue,
  orphaned,
} from '../../machines/availability/availability-editing.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { type FakeApi, noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import {
  alerts,
  availability,
  buttons,
  CHANGE,
  clearPreview,
  openAvailability,
  PREVIEW,
  type Stage,
} from './availability-stage.tsx'

const ROOM = { fields: { room: ['Room 2 is taken'] } }
const PIN = { fields: { pin_code: ['This is not the PIN of this clinician'] } }

const answers: Record<string, (api: FakeApi, key: string[]) => void> = {
  clear: (api, key) => api.answer(key, () => clearPreview),
  orphaned: (api, key) => api.answer(key, () => ({ ...clearPreview, orphaned: [orphaned] })),
  saved: (api, key) => api.answer(key, () => availability),
  refused: (api, key) => api.fail(key, refusal('invalid', ROOM)),
  pinRefused: (api, key) => api.fail(key, refusal('invalid', PIN)),
  notAllowed: (api, key) => api.fail(key, refusal('not_allowed')),
  signedOut: (api, key) => api.fail(key, refusal('not_signed_in')),
  stale: (api, key) => api.fail(key, refusal('not_found')),
  outdated: (api, key) => api.fail(key, refusal('stale')),
  error: (api, key) => api.fail(key, noAnswer),
}

/** Ravi's PIN is needed, Priya's is not. */
async function choose(stage: Stage, id: string) {
  const clinician = screen.queryByLabelText<HTMLSelectElement>('Clinician')
  if (!clinician || clinician.value === id) return
  await stage.user.selectOptions(clinician, id)
  await stage.readIn()
  await stage.user.selectOptions(screen.getByLabelText('Room'), '2')
  await stage.user.click(screen.getByLabelText(/^Flu vaccination/))
}

const personDoes: Record<string, (stage: Stage, event: Happening) => Promise<unknown>> = {
  'change.submitted': async (stage, event) => {
    await choose(stage, (event as { needsPin?: boolean }).needsPin ? '8' : '3')
    await stage.press('Save')
  },
  'pin.entered': async ({ press, enter }) => {
    await enter(/^PIN of/, '2468')
    await press('Continue')
  },
  'resolutions.chosen': async ({ press, user }) => {
    await user.selectOptions(screen.getByLabelText(/^What do you want to do with/), 'keep')
    await press('Save and apply changes')
  },
  'change.dropped': ({ press }) => press('Back'),
}

async function drive(stage: Stage, event: Happening) {
  const { type, actorId, output } = event
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  if (actorId === undefined) await personDoes[type]?.(stage, event)
  else answers[kind]?.(stage.api, actorId === 'checkChange' ? PREVIEW : CHANGE)
  await settled()
}

const FORM = ['Save', 'Cancel', 'Delete…']
const inForm = (alert: RegExp | null) => () => {
  expect(buttons()).toEqual(expect.arrayContaining(FORM))
  expect(screen.queryByLabelText(/^PIN of/)).toBeNull()
  expect(alerts()).toEqual(alert ? [expect.stringMatching(alert)] : [])
}
const onItsWay = () => {
  expect(buttons().some((name) => name === 'Saving')).toBe(true)
}

const screens: Record<string, (stage: Stage) => void> = {
  'editing.answering': inForm(null),
  'editing.refused': () => {
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    expect(summary.textContent).toContain('Room 2 is taken')
    expect(document.activeElement).toBe(summary)
  },
  'editing.failed': inForm(/Everything you entered is still here/),
  'editing.notAllowed': inForm(/you need permission for this clinician and room/),
  'editing.signedOut': inForm(/You are signed out, so nothing has been saved/),
  askingPin: () => {
    expect(screen.getByLabelText<HTMLInputElement>(/^PIN of/).value).toBe('')
    expect(screen.getByText(/You are acting for/)).toBeTruthy()
  },
  checking: onItsWay,
  deciding: () => {
    expect(screen.getByText('Rosa Whitfield, Flu vaccination')).toBeTruthy()
    expect(buttons()).toEqual(['Close', 'Save and apply changes', 'Back'])
  },
  saving: onItsWay,
  stale: () =>
    expect(buttons()).toEqual(['Close', 'Show the latest version', 'Close without saving']),
  saved: ({ onSaved }) => expect(onSaved).toHaveBeenCalledExactlyOnceWith('Hours changed'),
}

describeScreens('every way through changing an availability', {
  paths: longWalks(availabilityEditingMachine, {
    events: happenings(availabilityCatalogue),
    distinguish: (context: { isOutdated: boolean; pinProblem: string | null }) => [
      context.isOutdated,
      context.pinProblem,
    ],
  }),
  open: () => openAvailability({ kind: 'existing', id: 4 }),
  drive,
  screens,
})

test('says what was done with the appointments', async () => {
  const stage = await openAvailability({ kind: 'existing', id: 4 })
  const answer = async (kind: string, key: string[]) => {
    answers[kind]?.(stage.api, key)
    await settled()
  }
  await stage.press('Save')
  await answer('orphaned', PREVIEW)
  await stage.user.selectOptions(screen.getByLabelText(/^What do you want to do with/), 'keep')
  await stage.press('Save and apply changes')
  await answer('saved', CHANGE)
  expect(stage.onSaved).toHaveBeenCalledExactlyOnceWith('Hours changed. 1 appointment kept')
})
