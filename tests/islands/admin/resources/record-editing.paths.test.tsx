import '../../ui/island-setup.ts'

import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { recordEditingMachine } from '#machines/admin/record-editing.machine.ts'
import {
  orphanPreview,
  record,
  recordEditingCatalogue,
  uses,
} from '../../../machines/admin/record-editing.catalogue.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { noAnswer, refusal } from '../../fake-api.ts'
import { settled } from '../../settled.ts'
import { alerts, buttons, openRecord, type Stage } from './record-stage.tsx'

const PATH = 'admin/competencies/{id}/'
const READ = [`GET ${PATH}`]
const PREVIEW = [`POST ${PATH}preview/`]
const USES = [`GET ${PATH}uses/`]
const SAVE = [`PUT ${PATH}`]
const DELETE = [`DELETE ${PATH}`]

const taken = { fields: { name: ['Another competency has this name already'] } }
const failures = {
  refused: refusal('invalid', taken),
  notAllowed: refusal('not_allowed', { detail: 'You do not have permission to do this.' }),
  signedOut: refusal('not_signed_in'),
  stale: refusal('stale', { detail: 'Ada Byron changed name.' }),
  gone: refusal('not_found', { detail: 'Ada Byron deleted it.' }),
  overtaken: refusal('conflict'),
  error: noAnswer,
}

/** What the API answers for each result of an actor; anything else is a failure. */
const answered: Record<string, (stage: Stage) => Promise<unknown> | unknown> = {
  'readRecord read': ({ api }) => api.answer(READ, () => record),
  'checkChange clear': ({ api }) => api.answer(PREVIEW, () => nobody),
  'checkChange orphans': ({ api }) => api.answer(PREVIEW, () => orphanPreview),
  'checkDeletion inUse': ({ api }) => api.answer(USES, () => ({ results: uses })),
  'checkDeletion clear': (stage) => unused(stage, nobody),
  'checkDeletion orphans': (stage) => unused(stage, orphanPreview),
  'saveRecord saved': ({ api }) => api.answer(SAVE, () => ({ ...record, version: 3 })),
  // Whether it is the record or the appointments, checking again tells.
  'saveRecord stale': async ({ api }) => {
    api.fail(SAVE, failures.stale)
    await settled()
    api.fail(PREVIEW, failures.stale)
  },
  'deleteRecord stale': async ({ api }) => {
    api.fail(DELETE, failures.stale)
    await settled()
    api.answer(USES, () => ({ results: [] }))
    await settled()
    api.fail(PREVIEW, failures.stale)
  },
  'deleteRecord deleted': ({ api }) => api.answer(DELETE, () => undefined),
}
const keys: Record<string, string[]> = {
  readRecord: READ,
  checkChange: PREVIEW,
  checkDeletion: USES,
  saveRecord: SAVE,
  deleteRecord: DELETE,
}

const nobody = { orphaned: [], unseen: [] }

async function unused({ api }: Stage, told: object) {
  api.answer(USES, () => ({ results: [] }))
  await settled()
  api.answer(PREVIEW, () => told)
}

const personDoes: Record<string, (stage: Stage, event: Happening) => Promise<unknown>> = {
  'record.submitted': async ({ type, press }) => {
    await type('Name', 'Phlebotomy for children')
    await press('Save')
  },
  'resolutions.chosen': async ({ press, user }) => {
    await user.selectOptions(screen.getByLabelText(/^What do you want to do with/), 'keep')
    await press(/and apply changes$/)
  },
  'change.dropped': ({ press }) => press(/^(Back|Keep it|Back to the form)$/),
  'deletion.wanted': ({ press }) => press('Delete…'),
  'deletion.confirmed': ({ press }) => press(/^Delete/),
  'editing.left': async ({ type, press }, event) => {
    const { hasChanges } = event as { hasChanges?: boolean }
    if (screen.queryByLabelText('Name')) await type('Name', hasChanges ? 'Mine' : record.name)
    const ways = ['Cancel', 'Back to the list', 'Close']
    await press(ways.find((way) => buttons().includes(way)) ?? '')
  },
  'leaving.confirmed': ({ press }) => press('Leave without saving'),
  'leaving.dropped': ({ press }) => press('Keep editing'),
  'reading.wanted': ({ press }) => press(/^(Try again|Show the latest version)/),
}

async function drive(stage: Stage, event: Happening) {
  const { type, actorId, output } = event
  // While somebody is asked whether to leave, nothing else is offered.
  const isAsked = screen.queryByRole('button', { name: 'Keep editing' }) !== null
  if (isAsked && !type.startsWith('leaving.')) return
  if (actorId === undefined) await personDoes[type]?.(stage, event)
  else {
    const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
    const answer = answered[`${actorId} ${kind}`]
    if (answer) await answer(stage)
    else stage.api.fail(keys[actorId] ?? [], failures[kind as keyof typeof failures])
  }
  await settled()
}

const FORM = ['Save', 'Cancel', 'Delete…']
const inForm = (alert: RegExp | null) => () => {
  expect(buttons()).toEqual(expect.arrayContaining(FORM))
  expect(alerts()).toEqual(alert ? [expect.stringMatching(alert)] : [])
}
const deciding = (action: string) => () => {
  expect(screen.getByText('Rosa Whitfield, Flu vaccination')).toBeTruthy()
  expect(
    screen.getByText(/will not hold a competency that this appointment type needs/),
  ).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Move earlier to .*Priya Shah, Room 2/ })).toBeTruthy()
  expect(buttons()).toEqual(['Close', action, 'Back'])
}
const onItsWay = () => expect(buttons()).toContain('Saving')

const screens: Record<string, (stage: Stage) => void> = {
  reading: () => expect(screen.getByText('Loading the competency')).toBeTruthy(),
  'unread.failed': () => expect(alerts()).toEqual([expect.stringMatching(/could not reach/)]),
  'unread.refused': () => expect(alerts()).toEqual([expect.stringMatching(/You are signed out/)]),
  'editing.answering': inForm(null),
  'editing.refused': () => {
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    expect(summary.textContent).toContain('Another competency has this name already')
    expect(document.activeElement).toBe(summary)
  },
  'editing.failed': inForm(/Everything you entered is still here/),
  'editing.notAllowed': inForm(/needs a permission that you do not have/),
  'editing.signedOut': inForm(/You are signed out, so nothing has been saved/),
  'editing.leaving': () =>
    expect(screen.getByRole('region', { name: /^Leave without saving/ })).toBeTruthy(),
  checking: onItsWay,
  decidingChange: deciding('Save and apply changes'),
  decidingDeletion: deciding('Delete and apply changes'),
  saving: () => expect(buttons()).not.toContain('Save'),
  checkingDeletion: onItsWay,
  confirmingDeletion: () => expect(screen.getByText(/You cannot undo this/)).toBeTruthy(),
  inUse: () => {
    expect(screen.getByText(/Blood test, Travel/)).toBeTruthy()
    expect(buttons()).toEqual(['Close', 'Back to the form'])
  },
  deleting: () => expect(buttons().join()).toMatch(/Deleting|Saving/),
  outdated: () => expect(alerts()).toEqual([expect.stringMatching(/^Ada Byron changed name\./)]),
  gone: () => expect(alerts()).toEqual(['Ada Byron deleted it.']),
  left: ({ onClose, onGone }) =>
    expect(onClose.mock.calls.length + onGone.mock.calls.length).toBeGreaterThan(0),
  saved: ({ onSaved }) =>
    expect(onSaved).toHaveBeenCalledExactlyOnceWith({ ...record, version: 3 }, false),
  deleted: ({ onDeleted }) => expect(onDeleted).toHaveBeenCalledOnce(),
}

describeScreens('every way through a record', {
  paths: longWalks(recordEditingMachine, {
    events: happenings(recordEditingCatalogue),
    input: { id: 4 },
  }),
  open: () => openRecord(4),
  drive,
  screens,
})
