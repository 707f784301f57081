import { fireEvent, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { FindAppointment } from '#islands/own-appointments/find/FindAppointment.tsx'
import { findAppointmentMachine } from '#machines/own-appointments/find-appointment.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import {
  findAppointmentCatalogue,
  search,
} from '../../../machines/own-appointments/find-appointment.catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { noAnswer, refusal } from '../../fake-api.ts'
import { openIsland } from '../../open-island.tsx'
import { settings } from '../../public-settings.ts'
import { settled } from '../../settled.ts'

const FIND = ['POST public/appointments/find/']
const WAIT = 'Too many failed attempts. Wait 15 minutes and try again.'

async function openForm(answers = { reference: '7k3mq 2xw9p', last_name: 'Byron' }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opened: string[] = []
  const stage = await openIsland((api) => (
    <FindAppointment settings={settings} api={api} open={(path) => void opened.push(path)} />
  ))
  const fillIn = async () => {
    await stage.type('Reference', answers.reference)
    await stage.type('Last name', answers.last_name)
    const [year = '', month = '', day = ''] = search.dob.split('-')
    for (const [label, text] of Object.entries({ Day: day, Month: month, Year: year })) {
      await stage.type(label, text)
    }
  }
  await fillIn()
  return { ...stage, opened, fillIn }
}

type Stage = Awaited<ReturnType<typeof openForm>>

const answers: Record<string, (api: Stage['api']) => void> = {
  found: (api) => api.answer(FIND, () => ({ id: 41, access_token: 'another-token' })),
  notFound: (api) => api.fail(FIND, refusal('not_found')),
  refused: (api) =>
    api.fail(FIND, refusal('invalid', { fields: { dob: ['Enter a date of birth in the past'] } })),
  limited: (api) => api.fail(FIND, refusal('too_many_requests', { detail: WAIT })),
  error: (api) => api.fail(FIND, noAnswer),
}

async function drive(stage: Stage, { type, actorId, output }: Happening) {
  if (actorId) answers[(output as { kind: string } | undefined)?.kind ?? 'error']?.(stage.api)
  else if (type === 'request.reset') {
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    await settled()
    // Somebody else may sit there now: what was typed is gone.
    expect(screen.getByLabelText<HTMLInputElement>('Reference').value).toBe('')
    await stage.fillIn()
  } else await stage.press()
  await settled()
}

const button = () => screen.getByRole('button').textContent
const says = (text: RegExp) => {
  expect(screen.getByRole('alert').textContent).toMatch(text)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(button()).toBe('Find appointment')
}

const screens: Record<string, (stage: Stage) => void> = {
  'ready.idle': () => {
    expect(button()).toBe('Find appointment')
    expect(screen.queryByRole('alert')).toBeNull()
  },
  'ready.refused': () => {
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    expect(summary.textContent).toContain('Enter a date of birth in the past')
  },
  'ready.notFound': () =>
    says(/with these details. Check each detail, including the year of birth, or contact a branch/),
  'ready.limited': () => says(/Wait 15 minutes and try again/),
  'ready.unanswered': () => says(/could not reach the service/),
  sending: ({ api }) => {
    expect(button()).toBe('Looking for your appointment')
    expect(api.sent.at(-1)).toEqual({ key: FIND[0], options: { body: search } })
  },
  found: ({ opened }) => {
    expect(opened.at(-1)).toBe('/appointments/41#access=another-token')
    expect(screen.getByText('Opening your appointment')).toBeTruthy()
  },
}

describeScreens('every way through finding an appointment', {
  paths: longWalks(findAppointmentMachine, { events: happenings(findAppointmentCatalogue) }),
  open: () => openForm(),
  drive,
  screens,
})

test('the server sends no form: before it came to life it would lose what is typed', () => {
  const html = renderToString(<FindAppointment settings={settings} />)
  expect(html).not.toContain('<input')
})

test('what is missing or cannot be is said by field, and nothing is sent', async () => {
  const { api, press } = await openForm({ reference: '7K3', last_name: '' })
  await press()
  const summary = screen.getByRole('region', { name: 'There is a problem' })
  expect([...summary.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Enter the 10 letters and numbers of your reference, like 7K3MQ-2XW9P',
    'Enter your last name',
  ])
  expect(api.sent).toEqual([])
})
