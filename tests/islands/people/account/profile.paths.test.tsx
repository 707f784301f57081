import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { profileMachine } from '#machines/people/profile.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import { profileCatalogue } from '../../../machines/people/profile.catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { type FakeApi, noAnswer, refusal } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { settled } from '../../settled.ts'
import {
  buttons,
  field,
  heading,
  openProfile,
  RELOAD,
  rosa,
  SAVE,
  type Stage,
} from './profile-stage.tsx'

const saving: Record<string, (api: FakeApi) => void> = {
  saved: (api) => api.answer(SAVE, () => rosa),
  refused: (api) =>
    api.fail(SAVE, refusal('invalid', { fields: { mobile: ['This number cannot be reached'] } })),
  signedOut: (api) => api.fail(SAVE, refusal('not_signed_in')),
  notTheirs: (api) => api.fail(SAVE, refusal('not_found')),
  error: (api) => api.fail(SAVE, noAnswer),
}

const personDoes: Record<string, (stage: Stage, event: Happening) => Promise<unknown>> = {
  'change.requested': ({ change }) => change('name'),
  'details.submitted': ({ user }) => user.type(field('First name'), '{Enter}'),
  'editing.left': async ({ press, enter }, event) => {
    // In its place is the question whether to leave.
    if (!buttons().includes('Cancel')) return
    await enter('Title (optional)', (event as { hasChanges?: boolean }).hasChanges ? 'Mx' : 'Ms')
    await press('Cancel')
  },
  'leaving.confirmed': ({ press }) => press('Leave without saving'),
  'leaving.dropped': ({ press }) => press('Keep editing'),
}

async function drive(stage: Stage, event: Happening) {
  const { type, actorId, output } = event
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  if (actorId === 'saveDetails') saving[kind]?.(stage.api)
  else if (type === 'xstate.done.actor.reloadDetails') stage.api.answer(RELOAD, () => rosa)
  else if (actorId === 'reloadDetails') stage.api.fail(RELOAD, noAnswer)
  else await personDoes[type]?.(stage, event)
  await settled()
}

const summary = () => screen.queryByRole('region', { name: 'There is a problem' })
const alerts = () => allTexts('alert')
const FORM = ['Change', 'Remove Latex', 'Save details', 'Cancel']

const onPage = () => {
  expect(heading().textContent).toBe('Your details')
  expect(screen.getAllByRole('link', { name: /^Change / })).toHaveLength(10)
  expect(screen.queryByRole('textbox')).toBeNull()
}
const inForm = (alert: RegExp | null) => () => {
  expect(heading().textContent).toBe('Change your details')
  expect(buttons()).toEqual(FORM)
  if (alert) expect(alerts()).toEqual([expect.stringMatching(alert)])
  else expect(alerts()).toEqual([])
}
const onItsWay = () => {
  expect(buttons()).toEqual(['Change', 'Remove Latex', 'Saving your details', 'Cancel'])
  expect(screen.getByRole('button', { name: 'Cancel' }).ariaDisabled).toBe('true')
}

const screens: Record<string, () => void> = {
  viewing: () => {
    onPage()
    expect(screen.queryByText('Your details have been saved.')).toBeNull()
  },
  'editing.answering': inForm(null),
  'editing.refused': () => {
    inForm(null)()
    expect(document.activeElement).toBe(summary())
    expect(summary()?.textContent).toContain('This number cannot be reached')
  },
  'editing.failed': inForm(/Everything you entered is still here: check your connection/),
  'editing.signedOut': inForm(/You are signed out, so nothing has been saved/),
  'editing.leaving': () => {
    expect(buttons()).toEqual(['Change', 'Remove Latex', 'Leave without saving', 'Keep editing'])
    expect(screen.getByRole('region', { name: /Leave without saving\?/ })).toBeTruthy()
  },
  saving: onItsWay,
  reloading: onItsWay,
  saved: () => {
    onPage()
    expect(screen.getByText('Your details have been saved.')).toBeTruthy()
    expect(document.activeElement).toBe(heading())
  },
  notTheirs: () => {
    expect(heading().textContent).toBe('Somebody else is signed in now')
    expect(document.body.textContent).not.toContain('Rosa')
    expect(buttons()).toEqual([])
  },
}

describeScreens('every way through one’s own details', {
  paths: longWalks(profileMachine, {
    events: happenings(profileCatalogue),
    distinguish: (context: object) => context,
  }),
  open: () => openProfile(),
  drive,
  screens,
})
