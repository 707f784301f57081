import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { SelectField } from '#islands/ui/form/SelectField.tsx'
import { TextField } from '#islands/ui/form/TextField.tsx'
import { useAddressForm } from '#islands/ui/form/use-address-form.ts'
import { saidIn } from '#islands/ui/table/list-address.ts'
import { useAddressQuery } from '#islands/ui/use-address-query.ts'

function Filters({ search }: { search: string }) {
  const address = useAddressQuery(search)
  const said = saidIn(address.query, ['site', 'name', 'over'])
  const { form, field, enteredIn } = useAddressForm(said)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    address.go({ ...enteredIn(event), page: null })
  }
  return (
    <form ref={form} onSubmit={submit}>
      <SelectField
        {...field('site')}
        id="site"
        label="Site"
        choices={['', '1', '2'].map((value) => ({ value, label: `Site ${value}` }))}
      />
      <TextField {...field('name')} id="name" label="Name" />
      <label>
        <input type="checkbox" name="over" value="yes" defaultChecked={said.over === 'yes'} />
        Also what is over
      </label>
      <button type="submit">Show</button>
    </form>
  )
}

let root: Root | undefined
let place: HTMLElement | undefined

afterEach(() => {
  act(() => root?.unmount())
  place?.remove()
})

/** The page as it comes from the server; its script arrives with `hydrate`. */
function arrive(search: string) {
  history.replaceState(null, '', `/list${search}`)
  const element = document.createElement('div')
  element.innerHTML = renderToString(<Filters search={search} />)
  document.body.append(element)
  place = element
  return {
    hydrate: () =>
      act(() => {
        root = hydrateRoot(element, <Filters search={search} />)
      }),
  }
}

const site = () => screen.getByLabelText<HTMLSelectElement>('Site')
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const over = () => screen.getByLabelText<HTMLInputElement>('Also what is over')
const show = () => userEvent.click(screen.getByRole('button', { name: 'Show' }))

it('sends what was entered before its script was there', async () => {
  const page = arrive('?site=1&page=3')
  expect(site().value).toBe('1')
  site().value = '2'
  name().value = 'Moss'
  over().checked = true
  page.hydrate()
  expect([site().value, name().value, over().checked]).toEqual(['2', 'Moss', true])
  await show()
  expect(location.search).toBe('?site=2&name=Moss&over=yes')
})

it('shows what another address says in place of what was entered', async () => {
  arrive('?name=Moss&over=yes').hydrate()
  await userEvent.selectOptions(site(), '2')
  await userEvent.click(over())
  await show()
  expect(location.search).toBe('?name=Moss&site=2')
  await userEvent.clear(name())
  act(() => history.back())
  await waitFor(() => expect(over().checked).toBe(true))
  expect([site().value, name().value]).toEqual(['', 'Moss'])
})
