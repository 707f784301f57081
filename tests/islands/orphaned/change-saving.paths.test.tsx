import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { changeSavingMachine, type Rejection } from '#machines/orphaned/change-saving.machine.ts'
import { record } from '../../machines/admin/record-editing.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  changeSavingCatalogue,
  orphanPreview,
} from '../../machines/orphaned/change-saving.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { alerts, buttons, openRecord, type Stage } from '../admin/resources/record-stage.tsx'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'

type Context = SnapshotFrom<typeof changeSavingMachine>['context']

const PATH = 'admin/competencies/{id}/'
const PREVIEW = [`POST ${PATH}preview/`]
const USES = [`GET ${PATH}uses/`]
const WRITE = [`PUT ${PATH}`, `DELETE ${PATH}`]

async function openChange(isDeletion: boolean) {
  const stage = await openRecord(4)
  await stage.api.answered([`GET ${PATH}`], () => record)
  await stage.press(isDeletion ? 'Delete…' : 'Save')
  return stage
}

/** What the API answers; a deletion asks first what uses the record. */
async function answer({ api }: Stage, kind: string) {
  const isPreview = !api.isWaiting(...WRITE)
  const isUsed = api.isWaiting(...USES)
  const failures: Record<string, Error> = {
    notAllowed: refusal('not_allowed', { detail: 'You may not.' }),
    signedOut: refusal('not_signed_in'),
    gone: refusal('not_found', { detail: 'Ada Byron deleted it.' }),
    outdated: refusal('conflict'),
    failed: noAnswer,
  }
  const failure = failures[kind]
  if (failure) return api.fail(isUsed ? USES : isPreview ? PREVIEW : WRITE, failure)
  if (kind === 'saved') return api.answer(WRITE, () => ({ ...record, version: 3 }))
  if (isUsed) api.answer(USES, () => ({ results: [] }))
  await settled()
  api.answer(PREVIEW, () => (kind === 'orphans' ? orphanPreview : { orphaned: [], unseen: [] }))
}

async function drive(stage: Stage, event: Happening) {
  const { type, actorId } = event
  const output = event.output as { kind: string } | undefined
  const { branchChanges } = event as { branchChanges?: readonly unknown[] }
  if (actorId) await answer(stage, toRejection(event)?.kind ?? output?.kind ?? 'failed')
  else if (type === 'resolutions.chosen') {
    const choice = branchChanges?.length ? '1' : 'keep'
    await stage.user.selectOptions(screen.getByLabelText(/^What do you want to do with/), choice)
    await stage.press(/and apply changes$/)
  } else {
    const presses: Record<string, string | RegExp> = {
      'change.confirmed': 'Delete',
      'change.dropped': /^(Back|Keep it)$/,
      'sites.confirmed': 'Move 1 patient',
      'sites.declined': 'Choose again',
    }
    await stage.press(presses[type] ?? '')
  }
  await settled()
}

function isToResolve() {
  expect(screen.getByText('Rosa Whitfield, Flu vaccination')).toBeTruthy()
  expect(
    screen.getByText(/will not hold a competency that this appointment type needs/),
  ).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Move earlier to .*Priya Shah, Room 2/ })).toBeTruthy()
  expect(buttons()).toEqual(['Close', expect.stringMatching(/and apply changes$/), 'Back'])
}

const screens: Record<string, () => void> = {
  previewing: () => expect(buttons()).toContain('Saving'),
  confirming: () => expect(screen.getByText(/You cannot undo this/)).toBeTruthy(),
  'resolving.answering': () => {
    isToResolve()
    expect(
      screen.queryByText(/^(We did not get an answer|You are signed out|Nothing.*may not)/),
    ).toBeNull()
  },
  'resolving.failed': () => {
    isToResolve()
    expect(screen.getByText(/^We did not get an answer from the service/)).toBeTruthy()
  },
  'resolving.signedOut': () => {
    isToResolve()
    expect(screen.getByText(/^Nothing has been saved, because you need to sign in/)).toBeTruthy()
  },
  'resolving.notAllowed': () => {
    isToResolve()
    expect(screen.getByText('Nothing has been saved. You may not.')).toBeTruthy()
  },
  confirmingSites: () => {
    expect(document.activeElement?.textContent).toBe('Move 1 patient to another branch?')
    expect(screen.getByRole('listitem').textContent).toBe(
      'Rosa Whitfield is booked at Harbour Street. The appointment would be at Quay Lane, 4pm on Thursday 10\u00a0June 2027, Samir Okafor.',
    )
    expect(buttons()).toEqual(['Close', 'Move 1 patient', 'Choose again'])
  },
  saving: () => expect(buttons().join()).toMatch(/Saving|Deleting/),
  closed: () => {
    expect(screen.queryByLabelText(/^What do you want to do with/)).toBeNull()
    expect(alerts().length).toBeLessThan(2)
  },
}

const toRejection = ({ output }: Happening) =>
  ((output ?? {}) as { rejection?: Rejection }).rejection

/** A record rejects for reasons of its own: here those are enough that lead to different places. */
const isEnough = (event: Happening) =>
  ['notAllowed', 'signedOut', 'gone', undefined].includes(toRejection(event)?.kind)

const walked = new Set()

describeScreens('every way through saving a change', {
  paths: [false, true].flatMap((isDeletion) =>
    longWalks(
      changeSavingMachine,
      {
        events: happenings(changeSavingCatalogue).filter(isEnough),
        input: { change: null, needsConfirmation: isDeletion },
        // Whether something was resolved says where a rejection leads.
        distinguish: ({ orphanPreview: { orphaned } }: Context) => orphaned.length > 0,
      },
      walked,
    ).map((path) => ({ ...path, isDeletion })),
  ),
  open: ({ isDeletion }) => openChange(isDeletion),
  drive,
  screens,
})
