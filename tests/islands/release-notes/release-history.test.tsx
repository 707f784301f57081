import { cleanup, render, screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ReleaseHistory } from '#islands/release-notes/ReleaseHistory.tsx'
import { loadLatestReleaseNote } from '#islands/release-notes/release-notes.actors.ts'

const CHANGELOG = [
  '# Changelog',
  '## Release [2.3.9] (April)',
  '- Older',
  '## Release [2.10.0] (June)',
  '### Mended',
  `- ${'Verylongword'.repeat(40)} <img src=x onerror=alert(1)>`,
  '## Release [2.4.0] (May)',
  '- Book by the week (abc1234)',
].join('\n')

let answers: (() => Promise<Response>)[]
beforeEach(() => {
  answers = []
  vi.stubGlobal('fetch', () => answers.shift()?.() ?? Promise.reject(new Error('No answer')))
})

const changelog = (text: string) => answers.push(async () => new Response(text))

async function open() {
  cleanup()
  render(<ReleaseHistory />)
  expect(screen.getByText('Loading the release notes')).toBeTruthy()
  await waitForElementToBeRemoved(() => screen.queryByText('Loading the release notes'))
}

const headings = () =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('all releases are there, newest first; what is unread is marked once', async () => {
  localStorage.setItem('releaseNotesRead:2.4.0', 'before')
  changelog(CHANGELOG)
  await open()
  expect(headings()).toEqual(['Release 2.10.0 New', 'Release 2.4.0', 'Release 2.3.9'])
  const [latest] = screen.getAllByRole('article')
  expect(within(latest as HTMLElement).getByRole('heading', { name: 'Mended' })).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByText('Book by the week')).toBeTruthy()

  changelog(CHANGELOG)
  expect(await loadLatestReleaseNote()).toEqual({ kind: 'nothingNew' })
  changelog(CHANGELOG)
  await open()
  expect(headings()).toEqual(['Release 2.10.0', 'Release 2.4.0', 'Release 2.3.9'])
})

test('who has read none finds all of them marked', async () => {
  changelog(CHANGELOG)
  await open()
  expect(headings().every((heading) => heading?.endsWith('New'))).toBe(true)
})

test('what does not arrive can be asked for again', async () => {
  await open()
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  changelog('# Changelog')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('There are no release notes yet.')).toBeTruthy()
})

test('an answer that is none can be asked for again, too', async () => {
  answers.push(async () => new Response('', { status: 503 }))
  await open()
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  changelog(CHANGELOG)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: /^Release 2\.3\.9/ })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('many are all there, and what is long is there in full', async () => {
  const many = Array.from(
    { length: 120 },
    (_, place) => `## Release [1.${place}.0] (May)\n- It ${place}`,
  )
  changelog(
    ['# Changelog', ...many, '## Release [0.1.0] (May)', `- ${'Verylongword'.repeat(40)}`].join(
      '\n',
    ),
  )
  await open()
  expect(headings()).toHaveLength(121)
  expect(screen.getByText('Verylongword'.repeat(40))).toBeTruthy()
})
