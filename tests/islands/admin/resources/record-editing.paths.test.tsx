import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { recordEditingMachine } from '#machines/admin/record-editing.machine.ts'
import { record, recordEditingCatalogue } from '../../../machines/admin/record-editing.catalogue.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import { orphanPreview, rejections } from '../../../machines/orphaned/change-saving.catalogue.ts'
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
  failed: noAnswer,
}

/** What the API answers so that saving or deleting the record ends in this way. */
async function endWith({ api, press }: Stage, kind: string, isDeletion: boolean) {
  const answerNext = async (key: string[], given?: object) => {
    await api.answered(key, () => given)
  }
  if (kind === 'inUse') return answerNext(USES, { results: rejections.inUse[0].uses })
  if (kind !== 'saved' && kind !== 'dropped') {
    return api.fail(isDeletion ? USES : PREVIEW, failures[kind as keyof typeof failures])
  }
  if (isDeletion) await answerNext(USES, { results: [] })
  const isAsked = kind === 'dropped' && !isDeletion
  await answerNext(PREVIEW, isAsked ? orphanPreview : { orphaned: [], unseen: [] })
  if (kind === 'dropped') await press(/^(Back|Keep it)$/)
  else if (isDeletion) {
    await press('Delete')
    await answerNext(DELETE)
  } else await answerNext(SAVE, { ...record, version: 3 })
}

const personDoes: Record<string, (stage: Stage, event: Happening) => Promise<unknown>> = {
  'record.submitted': async ({ type, press }) => {
    await type('Name', 'Phlebotomy for children')
    await press('Save')
  },
  'change.dropped': ({ press }) => press('Back to the form'),
  'deletion.requested': ({ press }) => press('Delete…'),
  'editing.left': async ({ type, press }, event) => {
    const { hasChanges } = event as { hasChanges?: boolean }
    if (screen.queryByLabelText('Name')) await type('Name', hasChanges ? 'Mine' : record.name)
    const ways = ['Cancel', 'Back to the list', 'Close']
    await press(ways.find((way) => buttons().includes(way)) ?? '')
  },
  'leaving.confirmed': ({ press }) => press('Leave without saving'),
  'leaving.dropped': ({ press }) => press('Keep editing'),
  'reload.requested': ({ press }) => press(/^(Try again|Show the latest version)/),
}

/** Of a rejection, its own. */
function toKind(output: unknown): string {
  const { kind, rejection } = (output ?? { kind: 'failed' }) as {
    kind: string
    rejection?: { kind: string }
  }
  return rejection?.kind ?? kind
}

async function drive(stage: Stage, event: Happening) {
  const { type, actorId, output } = event
  // While somebody is asked whether to leave, nothing else is offered.
  const isAsked = screen.queryByRole('button', { name: 'Keep editing' }) !== null
  if (isAsked && !type.startsWith('leaving.')) return
  if (actorId === undefined) await personDoes[type]?.(stage, event)
  else {
    const kind = toKind(output)
    const isDeletion = stage.api.isWaiting(...USES)
    if (actorId === 'changeSaving') await endWith(stage, kind, isDeletion)
    else if (kind === 'read') stage.api.answer(READ, () => record)
    else stage.api.fail(READ, failures[kind as keyof typeof failures])
  }
  await settled()
}

const FORM = ['Save', 'Cancel', 'Delete…']
const inForm = (alert: RegExp | null) => () => {
  expect(buttons()).toEqual(expect.arrayContaining(FORM))
  expect(alerts()).toEqual(alert ? [expect.stringMatching(alert)] : [])
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
  'editing.signedOut': inForm(/Nothing has been saved, because you need to sign in/),
  'editing.leaving': () =>
    expect(screen.getByRole('region', { name: /^Leave without saving/ })).toBeTruthy(),
  changing: onItsWay,
  inUse: () => {
    expect(screen.getByText(/Blood test, Travel/)).toBeTruthy()
    expect(buttons()).toEqual(['Close', 'Back to the form'])
  },
  outdated: () => expect(alerts()).toEqual([expect.stringMatching(/^Ada Byron changed name\./)]),
  gone: () => expect(alerts()).toEqual(['Ada Byron deleted it.']),
  left: ({ onClose, onGone }) =>
    expect(onClose.mock.calls.length + onGone.mock.calls.length).toBeGreaterThan(0),
  saved: ({ onSaved }) =>
    expect(onSaved).toHaveBeenCalledExactlyOnceWith({ ...record, version: 3 }, record, {
      orphaned: [],
      resolutions: [],
    }),
  deleted: ({ onDeleted }) => expect(onDeleted).toHaveBeenCalledOnce(),
}

/** A deletion leaves no record, and only what is to be deleted can be in use. */
const isOfDeletion = ({ type, output }: Happening) => {
  const { saved, rejection } = (output ?? {}) as { saved?: unknown; rejection?: { kind: string } }
  return type === 'deletion.requested' || saved === null || rejection?.kind === 'inUse'
}
const isOfChange = ({ type, output }: Happening) =>
  type === 'record.submitted' || Boolean((output as { saved?: unknown } | undefined)?.saved)

const walked = new Set()

describeScreens('every way through a record', {
  paths: [isOfDeletion, isOfChange].flatMap((isOfOther) =>
    longWalks(
      recordEditingMachine,
      {
        events: happenings(recordEditingCatalogue).filter((event) => !isOfOther(event)),
        input: { id: 4 },
      },
      walked,
    ),
  ),
  open: () => openRecord(4),
  drive,
  screens,
})
