import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availabilityEditingMachine } from '#machines/availability/availability-editing.machine.ts'
import { availabilityCatalogue } from '../../machines/availability/availability-editing.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { orphaned } from '../../machines/orphaned/change-saving.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
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

const failures: Record<string, Error> = {
  refused: refusal('invalid', ROOM),
  pinRefused: refusal('invalid', PIN),
  notAllowed: refusal('not_allowed'),
  signedOut: refusal('not_signed_in'),
  stale: refusal('not_found'),
  failed: noAnswer,
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
  'pin.dropped': ({ press }) => press('Back'),
}

/** What the API answers so that saving the change ends in this way. */
async function endWith({ api, press }: Stage, output: unknown) {
  const { kind, rejection } = output as { kind: string; rejection?: { kind: string } }
  if (kind !== 'saved' && kind !== 'dropped') {
    return api.fail(PREVIEW, failures[rejection?.kind ?? kind] ?? noAnswer)
  }
  await api.answered(PREVIEW, () => ({
    ...clearPreview,
    orphaned: kind === 'dropped' ? [orphaned] : [],
  }))
  if (kind === 'dropped') await press('Back')
  else api.answer(CHANGE, () => availability)
}

async function drive(stage: Stage, event: Happening) {
  const { type, actorId, output } = event
  if (actorId === undefined) await personDoes[type]?.(stage, event)
  else await endWith(stage, output)
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
  'editing.signedOut': inForm(/Nothing has been saved, because you need to sign in/),
  askingPin: () => {
    expect(screen.getByLabelText<HTMLInputElement>(/^PIN of/).value).toBe('')
    expect(screen.getByText(/You are acting for/)).toBeTruthy()
  },
  changing: onItsWay,
  stale: () =>
    expect(buttons()).toEqual(['Close', 'Show the latest version', 'Close without saving']),
  saved: ({ onSaved }) => {
    expect(onSaved).toHaveBeenCalledOnce()
    expect(screen.getByText('Hours changed')).toBeTruthy()
  },
}

describeScreens('every way through changing an availability', {
  paths: longWalks(availabilityEditingMachine, {
    events: happenings(availabilityCatalogue),
    distinguish: ({ rejection }: { rejection: { kind: string } | null }) => rejection?.kind,
  }),
  open: () => openAvailability({ kind: 'existing', id: 4 }),
  drive,
  screens,
})

test('says what was done with the appointments', async () => {
  const stage = await openAvailability({ kind: 'existing', id: 4 })
  await stage.press('Save')
  await stage.api.answered(PREVIEW, () => ({ ...clearPreview, orphaned: [orphaned] }))
  await stage.user.selectOptions(screen.getByLabelText(/^What do you want to do with/), 'keep')
  await stage.press('Save and apply changes')
  await stage.api.answered(CHANGE, () => availability)
  expect(screen.getByText(/^Hours changed\s1 appointment kept$/)).toBeTruthy()
})
