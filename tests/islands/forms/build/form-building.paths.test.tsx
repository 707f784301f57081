import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FormBuilder } from '#islands/forms/build/FormBuilder.tsx'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { formBuildingMachine } from '#machines/forms/build/form-building.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import {
  eggs,
  fluForm,
  formBuildingCatalogue,
} from '../../../machines/forms/build/form-building.catalogue.ts'
import { shortWalks } from '../../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../../describe-screens.ts'
import { pressing } from '../../hands.ts'
import { settled } from '../../settled.ts'

const input = { items: fluForm }
const form = { name: 'Flu', title: '', description: '', version: null, url: null }

type BuilderInRecordProps = Pick<ComponentProps<typeof FormBuilder>, 'items' | 'onItems'>

/** Keeps the typed JSON, as the record around the builder does. */
function BuilderInRecord(props: BuilderInRecordProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <FormBuilder
      {...props}
      form={form}
      timeZone="Europe/London"
      typed={typed}
      onTyped={setTyped}
      isTypedRefused={false}
    />
  )
}

async function openBuilder(items: readonly FormItem[] = fluForm) {
  const onItems = vi.fn<(items: readonly FormItem[]) => void>()
  render(<BuilderInRecord items={items} onItems={onItems} />)
  await settled()
  const user = userEvent.setup({ delay: null })
  const press = pressing(user)
  return { user, press, onItems }
}
type Stage = Awaited<ReturnType<typeof openBuilder>>

const entries = { eggs: /^\d\. ?Allergic/, reaction: /^\d\. ?Which/, consent: /^\d\. ?I agree/ }
const asking = /^(This order does not work|Other items depend on this one)$/
const findEntry = (id: string) =>
  screen.queryAllByRole('button', { name: entries[id as keyof typeof entries] })[0]

async function choose({ user }: Stage, id: string) {
  const entry = findEntry(id)
  if (!entry) return notOffered
  await user.click(entry)
  return await settled()
}

const personDoes: Record<string, (stage: Stage, event: Happening) => Promise<unknown>> = {
  'item.selected': (stage) => choose(stage, 'consent'),
  'item.added': async (stage) => {
    await stage.press('Add an item')
    await stage.press('Signature')
  },
  'item.changed': async (stage) => {
    await choose(stage, 'consent')
    await stage.user.type(screen.getByLabelText('Words beside the box'), ' to it')
  },
  'field.left': ({ user }) => user.tab(),
  'item.duplicated': async (stage) => {
    await choose(stage, 'consent')
    await stage.press('Duplicate')
  },
  'item.moved': async (stage, event) => {
    const { id } = event as unknown as { id: string }
    const entry = findEntry(id)
    act(() => entry?.focus())
    // One place at a time: the question stops what it cannot do at once.
    const steps = id === 'consent' ? 2 : 1
    for (let step = 0; step < steps; step += 1) await stage.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await settled()
  },
  'item.removed': async (stage, event) => {
    await choose(stage, (event as unknown as { id: string }).id)
    await stage.press('Remove item')
  },
  'change.confirmed': ({ press }) => press(/^(Move|Remove) it$/),
  'change.dropped': ({ press }) => press('Leave it as it is'),
  'form.replaced': async ({ user, press }) => {
    await press('JSON')
    const json = screen.getByLabelText(/^JSON of this form/)
    await user.clear(json)
    await user.paste(JSON.stringify([fluForm[2]]))
    await press('Use this JSON')
    await press('Edit')
  },
  'undo.requested': ({ press }) => press('Undo'),
  'redo.requested': ({ press }) => press('Redo'),
}

describeScreens('every way through building a form', {
  paths: shortWalks(formBuildingMachine, {
    events: happenings(formBuildingCatalogue),
    input,
    distinguish: ({ past, future, proposal }: { past: []; future: []; proposal: unknown }) => [
      Math.min(past.length, 1),
      Math.min(future.length, 1),
      proposal !== null,
    ],
  }),
  open: () => openBuilder(),
  drive: (stage, event) => personDoes[event.type]?.(stage, event),
  screens: {
    editing: () => {
      expect(screen.getByRole('button', { name: 'Add an item' })).toBeTruthy()
      expect(screen.queryByRole('region', { name: asking })).toBeNull()
    },
    confirming: () => {
      const asked = screen.getByRole('region', { name: asking })
      within(asked).getByText(/^“Which reaction\?”, which depends on “Allergic to eggs”\./)
      expect(document.activeElement).toBe(asked)
    },
  },
})

test('a removed item comes back by undo, and what is typed is one step', async () => {
  const stage = await openBuilder()
  await choose(stage, 'consent')
  await stage.user.type(screen.getByLabelText('Words beside the box'), ' to all')
  expect(stage.onItems.mock.lastCall?.[0].at(-1)).toMatchObject({ label: 'I agree to all' })
  await stage.press('Undo')
  expect(stage.onItems.mock.lastCall?.[0]).toEqual(fluForm)
  await stage.press('Remove item')
  expect(findEntry('consent')).toBeUndefined()
  expect(document.activeElement).toBe(findEntry('reaction'))
  await stage.press('Undo')
  expect(stage.onItems.mock.lastCall?.[0]).toEqual(fluForm)
})

test('JSON that no form takes is refused by item, and the form stays', async () => {
  const { user, press, onItems } = await openBuilder()
  await press('JSON')
  const json = screen.getByLabelText(/^JSON of this form/)
  await user.clear(json)
  await user.paste('[{"type":"text"}')
  await press('Use this JSON')
  expect(screen.getByRole('alert').textContent).toMatch(/^Line 1, column 17/)
  await user.clear(json)
  await user.paste('[{"type":"words","id":"a"}]')
  await press('Use this JSON')
  expect(screen.getByRole('alert').textContent).toMatch(/^Item 1 \(a\): its type must be one of/)
  expect(onItems).not.toHaveBeenCalled()
})

test.each([
  ['moved before what it depends on', 'reaction', 'That question would come later.'],
  ['moved after what depends on it', 'eggs', 'That question would come later.'],
])('says which order does not work: an item %s', async (_, id, then) => {
  const { user } = await openBuilder()
  act(() => findEntry(id)?.focus())
  await user.keyboard(id === 'eggs' ? '{Alt>}{ArrowDown}{/Alt}' : '{Alt>}{ArrowUp}{/Alt}')
  const asked = screen.getByRole('region', { name: 'This order does not work' })
  expect(within(asked).getByRole('listitem').textContent).toBe(
    `“Which reaction?”, which depends on “Allergic to eggs”. ${then}`,
  )
})

test('typed JSON stays through other views until it is used or dropped', async () => {
  const { user, press, onItems } = await openBuilder()
  await press('JSON')
  const json = () => screen.getByLabelText<HTMLTextAreaElement>(/^JSON of this form/)
  await user.clear(json())
  await user.paste('[{"type":"text"}')
  await press('Edit')
  screen.getByRole('region', { name: 'JSON that is not used yet' })
  await press('Go to the JSON')
  expect(document.activeElement).toBe(json())
  expect(json().value).toBe('[{"type":"text"}')
  // It says what is wrong without being used.
  expect(screen.getByRole('alert').textContent).toMatch(/^Line 1, column 17/)
  await press('Preview')
  await press('Drop these changes')
  expect(screen.queryByRole('region', { name: 'JSON that is not used yet' })).toBeNull()
  await press('JSON')
  expect(JSON.parse(json().value)).toEqual(fluForm)
  expect(onItems).not.toHaveBeenCalled()
})

test('a form without a question says so, and is not unfinished', async () => {
  const noQuestions = 'This form has no questions. You can save it, but there is nothing to answer.'
  const { press } = await openBuilder([{ type: 'heading', id: 'about', label: 'About you' }])
  expect(screen.getByText(noQuestions).role).toBe('status')
  expect(screen.queryByRole('region', { name: 'To finish' })).toBeNull()
  await press('Add an item')
  await press('Signature')
  expect(screen.queryByText(noQuestions)).toBeNull()
})

test('the focus goes to what is added, and stays near what is removed', async () => {
  const stage = await openBuilder()
  await choose(stage, 'eggs')
  const { press } = stage
  const hasFocus = (name: string, place = 0) =>
    expect(document.activeElement).toBe(screen.getAllByLabelText(name)[place])
  await press('Add an alert for staff')
  hasFocus('Question', 1)
  await press('Add another condition')
  hasFocus('Question', 2)
  await press('Remove condition 2')
  hasFocus('Question', 1)
  await press('Add an alert for staff')
  hasFocus('Question', 2)
  await press('Remove alert 1')
  hasFocus('Question', 1)
  await press('Remove alert 1')
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Add an alert for staff' }),
  )
  await press('Add an option')
  hasFocus('Option 3')
  await press('Remove option 1')
  hasFocus('Option 1')
  await press('Remove option 2')
  hasFocus('Option 1')
})

test('a choice of yes and no keeps the name that it was added by', async () => {
  const stage = await openBuilder()
  expect(findEntry('eggs')?.textContent).toBe('1.Allergic to eggsYes or no')
  await choose(stage, 'eggs')
  screen.getByRole('heading', { name: 'Yes or no' })
  await stage.press('Add an option')
  screen.getByRole('heading', { name: 'Choose one' })
})

test('one option of several can clear the others', async () => {
  const stage = await openBuilder([{ ...eggs, type: 'checkboxes' } as FormItem])
  await choose(stage, 'eggs')
  const select = () => screen.getByLabelText('Option that clears the others')
  await stage.user.selectOptions(select(), 'No')
  expect(stage.onItems.mock.lastCall?.[0][0]).toMatchObject({
    options: [{ label: 'Yes' }, { label: 'No', exclusive: true }],
  })
  await stage.user.selectOptions(select(), 'No option')
  expect(stage.onItems.mock.lastCall?.[0][0]).toEqual({ ...eggs, type: 'checkboxes' })
})
