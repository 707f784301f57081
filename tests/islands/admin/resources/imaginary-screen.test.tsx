import { act, screen as page, render, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { AdminArea } from '#islands/admin/resources/AdminArea.tsx'
import type { AdminScreen } from '#islands/admin/resources/admin-screen.ts'
import { adminScreens } from '#islands/admin/resources/screens.ts'
import { isFull } from '../../../amount.ts'
import { treatmentScreen } from '../../../imaginary/treatment-screen.ts'
import { settings } from '../../public-settings.ts'
import { settled, until } from '../../settled.ts'
import { fakeTransport } from '../fake-transport.ts'
import { sampleRecord } from './sample-record.ts'

const more = test.runIf(isFull)

/* What another screen costs: its description, put on the list. The server's side of it is
 * `imaginary-resource.full.test.ts`. */

const LIST = 'admin/treatments/'
const ONE = 'admin/treatments/4/'
const massage = sampleRecord(treatmentScreen.of.entity, 4, {
  version: 1,
  name: 'Massage',
  minutes: 30,
  price: '40.00',
  description: '',
  given_by: 'anybody',
  is_offered: true,
  offered_from: null,
})

beforeEach(() => {
  ;(adminScreens as AdminScreen[]).push(treatmentScreen)
  return () => (adminScreens as AdminScreen[]).pop()
})

async function open(records: readonly object[]) {
  history.replaceState(null, '', '/admin/treatments')
  const transport = fakeTransport()
  const { api, answer } = transport
  const rights = { add: true, change: true, delete: true, export: true }
  render(<AdminArea settings={settings} name="treatments" rights={rights} search="" api={api} />)
  await settled()
  const show = async (results: readonly object[]) => {
    await until(() => transport.isAsked(LIST))
    answer(LIST, { count: results.length, results })
    await settled()
  }
  await show(records)
  const user = userEvent.setup({ delay: null })
  return {
    ...transport,
    show,
    press: async (name: string | RegExp) => {
      await user.click(page.getByRole('button', { name }))
      await settled()
    },
    enter: async (label: string | RegExp, text: string) => {
      await user.clear(field(label))
      await user.type(field(label), text)
    },
    choose: (label: string | RegExp, choice: string) => user.selectOptions(field(label), choice),
    tick: (label: string) => user.click(field(label)),
    done: async (path: string, method: string, body: unknown) => {
      await act(async () => transport.answer(path, body, method))
      await settled()
    },
  }
}

const dialog = () => page.queryByRole('dialog')
const field = (label: string | RegExp) => within(page.getByRole('dialog')).getByLabelText(label)
const cells = () =>
  within(page.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('[data-label]')].map(
        ({ textContent }) => textContent?.split(':')[0],
      ),
    )

test('its list has its columns, filters and file', async () => {
  await open([massage])
  expect(page.getByText('1 treatment')).toBeTruthy()
  expect(cells()).toEqual([['Massage', '30', '£40.00', 'Yes']])
  expect(page.getByLabelText('Offered to')).toBeTruthy()
  expect(page.getByRole('combobox', { name: 'Shown' })).toBeTruthy()
  expect(page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/admin/treatments/export/',
  )
  expect(page.getByRole('button', { name: 'Import CSV' })).toBeTruthy()
})

test('one is made: what is missing is said, and then it is in the list', async () => {
  const { press, enter, choose, done, show, sent } = await open([])
  await press('Add treatment')
  await until(() => dialog() !== null)
  await press('Save')
  const problems = page.getByRole('region', { name: 'There is a problem' })
  expect(problems.textContent).toContain('Enter the name')
  expect(problems.textContent).toContain('Enter the minutes')
  await enter('Name', 'Wound care')
  await enter(/^Minutes/, '20')
  await enter(/^Price/, '£12.50')
  await choose(/^Given by/, 'A nurse')
  await press('Save')
  const written = {
    name: 'Wound care',
    description: '',
    given_by: 'nurse',
    minutes: 20,
    price: '12.50',
    is_offered: true,
    offered_from: null,
  }
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: LIST, body: written })
  const made = { ...massage, ...written, id: 5 }
  await done(LIST, 'POST', made)
  await show([made])
  expect(dialog()).toBeNull()
  expect(page.getByText('The treatment has been added.')).toBeTruthy()
  expect(cells()).toEqual([['Wound care', '20', '£12.50', 'Yes']])
})

more('one is changed: the row is replaced by what comes back', async () => {
  const { press, enter, tick, done, sent } = await open([massage])
  await press(/^Massage/)
  await until(() => sent.at(-1)?.path === ONE)
  await done(ONE, 'GET', massage)
  await enter(/^Minutes/, '45')
  await tick('Offered')
  await press('Save')
  const { id: _, url: __, ...fields } = massage
  const written = { ...fields, minutes: 45, is_offered: false }
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: ONE, body: written })
  await done(ONE, 'PUT', { ...massage, ...written, version: 2 })
  expect(dialog()).toBeNull()
  expect(cells()).toEqual([['Massage', '45', '£40.00', 'No']])
})

more('one is deleted once that is confirmed', async () => {
  const { press, done, show, sent } = await open([massage])
  await press(/^Massage/)
  await until(() => sent.at(-1)?.path === ONE)
  await done(ONE, 'GET', massage)
  await press('Delete…')
  await done(`${ONE}uses/`, 'GET', { results: [] })
  await press('Delete')
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: ONE, body: { version: 1 } })
  await done(ONE, 'DELETE', {})
  await show([])
  expect(page.getByText('The treatment has been deleted.')).toBeTruthy()
  expect(page.getByText('There are no treatments.')).toBeTruthy()
})
