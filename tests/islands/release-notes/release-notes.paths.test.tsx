import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openReleaseNotes, ReleaseNotes } from '#islands/release-notes/ReleaseNotes.tsx'
import { loadLatestReleaseNote } from '#islands/release-notes/release-notes.actors.ts'
import { releaseNotesMachine } from '#machines/release-notes/release-notes.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  release,
  releaseNotesCatalogue,
  releaseNotesInputs,
} from '../../machines/release-notes/release-notes.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { allTexts } from '../hands.ts'
import { settled } from '../settled.ts'

const CHANGELOG = [
  '# Changelog',
  '## Release [2.4.0] (May)',
  '- Book by the week (abc1234)',
  '### Mended',
  '- Times on the day the clocks change',
  '## Release [2.3.9] (April)',
  '- Older',
].join('\n')
const FLAG = 'releaseNotesRead:2.4.0'

type Waiting = { resolve: (answer: Response) => void; reject: (error: Error) => void }
let waiting: Waiting[]
const asked = vi.fn()

beforeEach(() => {
  waiting = []
  asked.mockReset()
  vi.stubGlobal('fetch', (address: string) => {
    asked(address)
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  })
})

async function answer(act: (call: Waiting) => void) {
  const call = waiting.shift()
  if (!call) throw new Error('Nobody fetched the changelog')
  act(call)
  await settled()
}
const changelog = (text: string) => answer(({ resolve }) => resolve(new Response(text)))

const answers: Record<string, () => Promise<void>> = {
  unread: () => changelog(CHANGELOG),
  read: () => {
    localStorage.setItem(FLAG, 'before')
    return changelog(CHANGELOG)
  },
  none: () => changelog('# Changelog\n\nNothing yet.'),
  error: () => answer(({ resolve }) => resolve(new Response('Not found', { status: 404 }))),
}

const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }))
  await settled()
}

async function drive({ type, actorId, output }: Happening) {
  if (actorId) await answers[(output as { kind: string } | undefined)?.kind ?? 'error']?.()
  else await press(type === 'loading.retried' ? 'Try again' : 'Close')
}

const dialog = () => screen.queryByRole('dialog', { name: 'What’s new' })
const items = () => allTexts('listitem')

type Opened = { isRequested: boolean }

const screens: Record<string, (stage: unknown, opened: Opened) => void> = {
  loading: (_, { isRequested }) => {
    expect(asked).toHaveBeenCalledWith('/CHANGELOG.md')
    expect(dialog() !== null).toBe(isRequested)
  },
  unavailable: () => {
    expect(dialog()).not.toBeNull()
    expect(screen.getByRole('alert').textContent).toBe('We could not load what is new.')
  },
  showing: () => {
    expect(dialog()?.textContent).toContain('Release 2.4.0, May')
    expect(items()).toEqual(release.sections.flatMap((section) => section.items))
    expect(screen.getByRole('heading', { name: 'Mended' })).toBeTruthy()
  },
  read: () => {
    expect(dialog()).toBeNull()
    expect(localStorage.getItem(FLAG)).not.toBeNull()
  },
  unread: () => {
    expect(dialog()).toBeNull()
    expect(localStorage.length).toBe(0)
  },
  nothingNew: () => expect(dialog()).toBeNull(),
}

const over = new Set(['read', 'unread', 'nothingNew'])

describeScreens('every way through what is new', {
  paths: releaseNotesInputs.flatMap((input) =>
    longWalks(releaseNotesMachine, { events: happenings(releaseNotesCatalogue), input }).map(
      (path) => ({
        ...input,
        ...path,
        name: `${input.isRequested ? 'on request' : 'by itself'}: ${path.name}`,
      }),
    ),
  ),
  open: async ({ isRequested }) => {
    const onOver = vi.fn()
    render(<ReleaseNotes isRequested={isRequested} onOver={onOver} />)
    await settled()
    return onOver
  },
  drive: async (onOver, event, { to }) => {
    await drive(event)
    expect(onOver).toHaveBeenCalledTimes(over.has(to) ? 1 : 0)
  },
  screens,
})

describe('for the login flow', () => {
  test.each([
    ['unread', 'unread'],
    ['read', 'nothingNew'],
    ['none', 'nothingNew'],
  ])('notes that are %s are %s', async (found, kind) => {
    const result = loadLatestReleaseNote()
    await answers[found]?.()
    expect(await result).toEqual({ kind })
  })

  test('a browser that keeps nothing is not shown the same notes at every sign-in', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError')
    })
    const result = loadLatestReleaseNote()
    await changelog(CHANGELOG)
    expect(await result).toEqual({ kind: 'nothingNew' })
  })

  test('a changelog that does not arrive is a failure, which the flow ignores', async () => {
    const result = loadLatestReleaseNote()
    const refused = expect(result).rejects.toThrow('404')
    await answers['error']?.()
    await refused
  })
})

describe('above a page', () => {
  test('they open, are read once, and leave nothing behind', async () => {
    const before = document.body.childElementCount
    let isOver = false
    act(() => void openReleaseNotes(false).then(() => (isOver = true)))
    await answers['unread']?.()
    screens.showing?.(null, { isRequested: false })
    expect(isOver).toBe(false)
    await press('Done')
    expect(isOver).toBe(true)
    expect(document.body.childElementCount).toBe(before)

    act(() => void openReleaseNotes(false))
    await changelog(CHANGELOG)
    expect(dialog()).toBeNull()

    act(() => void openReleaseNotes(true))
    await changelog(CHANGELOG)
    screens.showing?.(null, { isRequested: true })
    await userEvent.keyboard('{Escape}')
    await settled()
    expect(dialog()).toBeNull()
  })
})
