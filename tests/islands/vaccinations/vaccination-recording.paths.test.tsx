import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  distinguishRecordings,
  EXPIRED,
  FIRST_KEY,
  sameDay,
  TOO_EARLY,
  vaccinationRecordingCatalogue,
} from '../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { settled } from '../settled.ts'
import {
  CHECK,
  checkedWell,
  openRecording,
  RECORD,
  type RecordingStage,
  START,
} from './recording-stage.tsx'
import { start } from './vaccination-start.ts'

type Entered = { entered: Readonly<Record<string, unknown>> }

const goOn = ({ press }: RecordingStage) => press('Continue')

const personDoes: Record<string, (stage: RecordingStage, event: Entered) => unknown> = {
  'reading.retried': ({ press }) => press('Try again'),
  'patient.confirmed': ({ press }) => press('This is the right patient'),
  'consent.entered': async (stage, { entered }) => {
    await stage.choose(entered['consent_obtained'] ? /Yes/ : /No/)
    await goOn(stage)
  },
  'product.entered': async (stage) => {
    await stage.user.selectOptions(screen.getByLabelText('Vaccine'), 'Influvac Tetra')
    if (stage.isHistorical) {
      for (const [label, text] of [
        ['Day', '3'],
        ['Month', '2'],
        ['Year', '2025'],
      ] as const) {
        await stage.user.clear(screen.getByLabelText(label))
        await stage.user.paste(text)
      }
    } else if (screen.queryByRole('radio', { name: /FL123/ })) await stage.choose(/FL123/)
    await goOn(stage)
  },
  'check.retried': ({ press }) => press('Check again'),
  'warning.confirmed': ({ press }) => press(/^Confirm/),
  'dose.withheld': ({ press }) => press('Do not give it'),
  'administration.entered': async (stage) => {
    await stage.choose(/Into the muscle/)
    await stage.choose(/Left upper arm/)
    await goOn(stage)
  },
  'outcome.entered': async (stage, { entered }) => {
    await stage.choose(entered['was_administered'] ? /^Given/ : /Not given/)
    if (!entered['was_administered']) await stage.choose(/unwell/)
    await goOn(stage)
  },
  'reactions.entered': async (stage) => {
    await stage.choose(/No/)
    await goOn(stage)
  },
  'nextDose.entered': goOn,
  'recording.confirmed': ({ press }) => press(/^Record (vaccination|as not given)/),
  'recording.retried': ({ press }) => press('Try again'),
  'another.requested': ({ press }) => press('Record another'),
}

const keys: Record<string, string[]> = {
  readVaccinations: START,
  checkVaccination: CHECK,
  recordVaccination: RECORD,
}

async function serverDoes({ api, ...stage }: RecordingStage, happening: Happening) {
  const key = keys[String(happening.actorId)] ?? []
  const result = happening.output as { kind: string; warnings?: object[]; reason?: string }
  switch (result?.kind) {
    case undefined:
      return api.fail(key, noAnswer)
    case 'read':
      return await stage.answerStart(start)
    case 'notFound':
      return api.fail(key, refusal('not_found'))
    case 'notAllowed':
      return api.fail(key, refusal('not_allowed', { detail: result.reason ?? '' }))
    case 'checked':
      return await stage.answerCheck({ ...checkedWell, warnings: result.warnings })
    case 'unconfirmed':
      return api.fail(key, refusal('invalid', { fields: { confirmed_warnings: [sameDay.text] } }))
    case 'refused':
      if (key === CHECK) {
        return await stage.answerCheck({ ...checkedWell, errors: { expiry_date: [EXPIRED] } })
      }
      return api.fail(key, refusal('invalid', { fields: { booster_due_date: [TOO_EARLY] } }))
    default:
      return await stage.answerRecord()
  }
}

async function drive(stage: RecordingStage, event: Happening) {
  if (event.actorId) await serverDoes(stage, event)
  else await personDoes[event.type]?.(stage, event as unknown as Entered)
  await settled()
}

const isOpen = (title: string) => () => {
  const open = screen.getByRole('dialog').querySelector('[aria-current="step"]')
  expect(open?.querySelector('h3')?.textContent).toBe(title)
  // The open section has the focus, or what was refused in it.
  expect(open?.contains(document.activeElement)).toBe(true)
}
const isPending = (name: string) => () => expect(screen.getByRole('button', { name })).toBeTruthy()
const says = (text: RegExp) => () => expect(allTexts('alert').join(' ')).toMatch(text)

const isOnProduct = ({ isHistorical }: RecordingStage) =>
  isOpen(isHistorical ? 'What was given, and where' : 'Vaccine and batch')()

const screens: Record<string, (stage: RecordingStage) => void> = {
  reading: () => expect(screen.getByText('Looking up the patient')).toBeTruthy(),
  readFailed: says(/could not load/),
  notFound: says(/no longer exists/),
  notAllowed: says(/only see your own appointments/),
  'entering.patient': () => {
    isOpen('Right patient')()
    expect(screen.getByText('Penicillin')).toBeTruthy()
    expect(screen.getByText('943 476 5919')).toBeTruthy()
    expect(screen.getByText(/Fainted after an injection/)).toBeTruthy()
  },
  'entering.consent': isOpen('Consent'),
  'entering.product': isOnProduct,
  'entering.checking': isPending('Checking'),
  'entering.checkFailed': says(/could not check/),
  'entering.warnings': (stage) => {
    isOnProduct(stage)
    expect(screen.getByText(sameDay.text, { selector: 'p' })).toBeTruthy()
  },
  'entering.administration': isOpen('Route and site'),
  'entering.outcome': isOpen('Given or not given'),
  'entering.reactions': isOpen('Reactions'),
  'entering.nextDose': isOpen('Next dose'),
  'entering.review': isOpen('Check and record'),
  recording: isPending('Recording'),
  unanswered: says(/it is recorded once/),
  recorded: () => {
    expect(document.activeElement?.textContent).toBe(
      'Influvac Tetra has been recorded for Ada Byron',
    )
    expect(screen.getByRole('link', { name: 'Book next dose' }).getAttribute('href')).toBe(
      '/clinic/appointment-planner?patient=9&from=2026-11-04',
    )
  },
}

/** Reopening leads to each section from all that follow: journeys beside this file go some. */
const events = happenings(vaccinationRecordingCatalogue).filter(
  ({ type }) => type !== 'section.reopened',
)
const walked = new Set()

describeScreens('every way through recording a vaccination, given here or elsewhere', {
  paths: [false, true].flatMap((isHistorical) =>
    longWalks(
      vaccinationRecordingMachine,
      {
        events,
        input: { isHistorical, idempotencyKey: FIRST_KEY },
        distinguish: distinguishRecordings,
      },
      walked,
    ).map((path) => ({ ...path, isHistorical })),
  ),
  open: openRecording,
  drive,
  screens,
})
