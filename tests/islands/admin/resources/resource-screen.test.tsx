import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentTypeScreen } from '#islands/admin/resources/screens/appointment-types.ts'
import { refusal } from '../../fake-api.ts'
import { settled, until } from '../../settled.ts'
import { openScreen } from './record-stage.tsx'

const phlebotomy = { id: 4, version: 2, url: 'https://x/4/', name: 'Phlebotomy' }
const earCare = { id: 5, version: 1, url: 'https://x/5/', name: 'Ear care' }
const ONE = 'admin/competencies/{id}/'

const isOpen = () => screen.queryByRole('dialog') !== null
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.split(':')[0])

test('a saved record replaces its row, without the list being read again', async () => {
  const { api, press, type, LIST } = await openScreen([phlebotomy, earCare])
  await press(/^Ear care/)
  await until(isOpen)
  await api.answered([`GET ${ONE}`], () => earCare)
  await type('Name', 'Ear care for children')
  await press('Save')
  expect(api.sent.at(-1)).toMatchObject({
    key: `PUT ${ONE}`,
    options: { params: { id: 5 }, body: { name: 'Ear care for children', version: 1 } },
  })
  await api.answered([`PUT ${ONE}`], () => ({
    ...earCare,
    version: 2,
    name: 'Ear care for children',
  }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(names()).toEqual(['Phlebotomy', 'Ear care for children'])
  expect(api.isWaiting(...LIST)).toBe(false)
  expect(screen.getByText('The competency has been saved.')).toBeTruthy()
})

test('whoever was overtaken goes on with what they entered, and sees what the other entered', async () => {
  const { api, press, type } = await openScreen([phlebotomy])
  await press(/^Phlebotomy/)
  await until(isOpen)
  await api.answered([`GET ${ONE}`], () => phlebotomy)
  await type('Name', 'Blood tests')
  await press('Save')
  await api.failed([`PUT ${ONE}`], refusal('stale', { detail: 'Ada Byron changed name.' }))
  await press(/^Show the latest version/)
  await api.answered([`GET ${ONE}`], () => ({ ...phlebotomy, version: 3, name: 'Taking blood' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Blood tests')
  expect(screen.getByText('Somebody else entered: Taking blood')).toBeTruthy()
  await press('Save')
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { name: 'Blood tests', version: 3 } })
})

test('what is typed into the search is asked for once it pauses, and stands in the address', async () => {
  const { api, user, LIST } = await openScreen([phlebotomy, earCare])
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ear')
  await until(() => api.isWaiting(...LIST))
  expect(api.sent.at(-1)?.options).toMatchObject({ query: { search: 'ear' } })
  expect(location.search).toBe('?search=ear')
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toMatch(
    /competencies\/export\/\?search=ear$/,
  )
  await api.answered(LIST, () => ({ count: 1, results: [earCare] }))
  expect(names()).toEqual(['Ear care'])
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'wig')
  await until(() => api.isWaiting(...LIST))
  await api.answered(LIST, () => ({ count: 0, results: [] }))
  expect(
    screen.getByText('There are no competencies that match. Change the search, or clear all.'),
  ).toBeTruthy()
})

test('an empty name is refused at its field, and nothing is sent', async () => {
  const { api, press } = await openScreen([])
  expect(screen.getByText('There are no competencies.')).toBeTruthy()
  const sent = api.sent.length
  await press('Add competency')
  await until(isOpen)
  await press('Save')
  const problems = screen.getByRole('region', { name: 'There is a problem' })
  expect(problems.textContent).toContain('Enter the name')
  expect(document.activeElement).toBe(problems)
  expect(api.sent).toHaveLength(sent)
})

test('whoever deletes a record goes on at the list, and is asked about it by its name before', async () => {
  const { api, press, answerList } = await openScreen([phlebotomy, earCare])
  await press(/^Ear care/)
  await until(isOpen)
  await api.answered([`GET ${ONE}`], () => earCare)
  await press('Delete…')
  await api.answered([`GET ${ONE}uses/`], () => ({ results: [] }))
  expect(screen.getByRole('dialog', { name: 'Delete competency' })).toBeTruthy()
  await press('Delete')
  await api.answered([`DELETE ${ONE}`], () => undefined)
  await answerList([phlebotomy])
  expect(names()).toEqual(['Phlebotomy'])
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Competencies' }))
})

test('whoever stays with what they have changed goes on where they were', async () => {
  const { api, user, press, type } = await openScreen([phlebotomy])
  await press(/^Phlebotomy/)
  await until(isOpen)
  await api.answered([`GET ${ONE}`], () => phlebotomy)
  await type('Name', 'Blood tests')
  await user.keyboard('{Escape}')
  await settled()
  const question = screen.getByRole('region', { name: /^Leave without saving/ })
  expect(document.activeElement).toBe(question)
  await user.keyboard('{Escape}')
  await settled()
  expect(document.activeElement).toBe(question)
  await press('Keep editing')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await press('Cancel')
  await press('Keep editing')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

test('many names in one line of a list are counted, and all stand in the record', async () => {
  const type = (id: number, competency_names: string[]) => ({
    id,
    version: 1,
    name: `Type ${id}`,
    duration: 10,
    hidden: false,
    disabled: false,
    category_names: [],
    competency_names,
  })
  await openScreen(
    [type(1, ['One', 'Two', 'Three', 'Four']), type(2, ['One', 'Two', 'Three', 'Four', 'Five'])],
    '',
    appointmentTypeScreen,
  )
  expect(screen.getByText('One, Two, Three, Four')).toBeTruthy()
  expect(screen.getByText('One, Two, Three and 2 others')).toBeTruthy()
})
