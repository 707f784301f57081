import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FormPreview } from '#islands/forms/build/FormBuilder.tsx'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import { eggQuestions } from '../../../lib/forms/egg-questions.ts'
import { allTexts } from '../../hands.ts'

/* The real renderer, where nothing is kept: what every question does. */

const items = formDefinition.parse([
  { type: 'page', id: 'one', label: 'Your health' },
  ...eggQuestions,
  { type: 'number', id: 'kg', label: 'Weight', unit: 'kg', min: 20 },
  { type: 'number', id: 'cm', label: 'Height', unit: 'cm' },
  { type: 'calculated', id: 'bmi', label: 'Your BMI', calculation: 'bmi', of: ['kg', 'cm'] },
  { type: 'page', id: 'two', label: 'Medicines' },
  {
    type: 'group',
    id: 'medicines',
    label: 'Medicine',
    add_label: 'Add a medicine',
    items: [{ type: 'text', id: 'name', label: 'Name', required: true }],
  },
  { type: 'date', id: 'since', label: 'Since when?' },
  {
    type: 'checkboxes',
    id: 'how',
    label: 'How do you take it?',
    required: true,
    options: ['Pills', 'Drops'],
    other: 'Another way',
  },
  { type: 'signature', id: 'signed', label: 'Sign here', required: true },
])

const user = userEvent.setup()
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
const problems = () => allTexts('link', screen.getByRole('region', { name: 'There is a problem' }))

test('a form is filled in page by page', async () => {
  render(<FormPreview items={items} />)
  screen.getByText('Page 1 of 2')
  await press('Continue')
  expect(problems()).toEqual(['Are you allergic to eggs? Choose an answer'])
  // A question appears with the answer that it depends on, and says what to do at once.
  await user.click(screen.getByLabelText('Yes'))
  expect(screen.getByRole('alert').textContent).toBe('Call us before you come.')
  await press('Continue')
  expect(problems()).toEqual(['What happened? Enter an answer'])
  await user.click(screen.getByRole('link', { name: /What happened/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('What happened?'))
  await user.click(screen.getByLabelText('No'))
  expect(screen.queryByLabelText('What happened?')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  // What is wrong shows once a field is left, and what is calculated once nobody types on.
  await type('Weight (kg) (optional)', '7')
  expect(screen.queryByText(/20 kg or more/)).toBeNull()
  await type('Height (cm) (optional)', '175')
  screen.getByText('Enter 20 kg or more')
  screen.getByText('Not known yet')
  await type('Weight (kg) (optional)', '0')
  await screen.findByText('22.9')
  expect(screen.queryByText(/20 kg or more/)).toBeNull()
  await press('Continue')
  screen.getByText('Page 2 of 2')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Medicines' }))
  await press('Back')
  expect(screen.getByLabelText<HTMLInputElement>('Weight (kg) (optional)').value).toBe('70')
})

test('groups, dates, other answers and signatures', async () => {
  render(<FormPreview items={items.slice(6)} />)
  await press('Add a medicine')
  await type('Name', 'Aspirin')
  await press('Add a medicine')
  await press('Check your answers')
  // A blank entry is no problem, and a signature is missing.
  expect(problems()).toEqual([
    'How do you take it? Choose at least one answer',
    'Sign here: Sign here',
  ])
  await press('Remove Medicine 1')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  await user.type(screen.getByLabelText('Day'), '31')
  await user.type(screen.getByLabelText('Month'), '2')
  await user.type(screen.getByLabelText('Year'), '2026')
  await user.click(screen.getByLabelText('Another way'))
  screen.getByText('There is no 31 February 2026')
  // Its own box says what it lacks, and the summary leads there.
  await type('Your full name', 'A')
  await press('Check your answers')
  await user.click(screen.getByRole('link', { name: 'How do you take it? Enter your answer' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Your answer'))
  expect(screen.getByLabelText('Your answer').getAttribute('aria-invalid')).toBe('true')
  await user.clear(screen.getByLabelText('Your full name'))
  await type('Your answer', 'A patch')
  await type('Your full name', 'Ada Byron')
  await press('Check your answers')
  expect(problems()).toEqual(['Since when? There is no 31 February 2026'])
})

test('another definition keeps what was typed, and takes no answer of another kind', async () => {
  const text = { type: 'text', id: 'it', label: 'It' }
  const { rerender } = render(<FormPreview items={formDefinition.parse([text])} />)
  await type('It (optional)', 'Words')
  rerender(<FormPreview items={formDefinition.parse([{ ...text, label: 'That' }])} />)
  expect(screen.getByLabelText<HTMLInputElement>('That (optional)').value).toBe('Words')
  const choice = { ...text, type: 'checkboxes', options: ['a'] }
  rerender(<FormPreview items={formDefinition.parse([choice])} />)
  expect(screen.getByLabelText<HTMLInputElement>('a').checked).toBe(false)
})

test('HTML in a form is text, and odd ids are ids', async () => {
  const html = '<img src=x onerror="alert(1)"> & <b>bold</b>'
  const odd = formDefinition.parse([
    { type: 'heading', id: 'A-1_b', label: html },
    { type: 'paragraph', id: 'hasOwn', text: html },
    {
      type: 'radio',
      id: 'Z',
      label: `${html}?`,
      hint: html,
      options: [{ value: '__proto__', label: html }],
      other: html,
    },
    {
      type: 'text',
      id: 'then',
      label: 'And then?',
      show_when: { conditions: [{ item: 'Z', operator: 'is', value: '__proto__' }] },
    },
  ])
  const { container } = render(<FormPreview items={odd} />)
  expect(container.querySelector('img, b')).toBeNull()
  screen.getByRole('heading', { name: html })
  const [first] = screen.getAllByLabelText(html)
  await user.click(first as HTMLElement)
  screen.getByLabelText(/^And then/)
})

test('an answer that stands alone clears the others, and they clear it', async () => {
  const question = {
    type: 'checkboxes',
    id: 'plans',
    label: 'What will you do?',
    options: [{ value: 'none', label: 'None of these', exclusive: true }, 'Work', 'Study'],
    other: 'Something else',
  }
  render(<FormPreview items={formDefinition.parse([question])} />)
  const ticked = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter(({ checked }) => checked)
      .map(({ labels }) => labels?.[0]?.textContent)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ labels }) => labels?.[0]?.textContent).at(-1)).toBe('None of these')
  await user.click(screen.getByLabelText('Work'))
  await user.click(screen.getByLabelText('Something else'))
  await type('Your answer', 'Rest')
  await user.click(screen.getByLabelText('None of these'))
  expect(ticked()).toEqual(['None of these'])
  expect(screen.queryByLabelText('Your answer')).toBeNull()
  await user.click(screen.getByLabelText('Study'))
  expect(ticked()).toEqual(['Study'])
  await user.click(screen.getByLabelText('None of these'))
  await user.click(screen.getByLabelText('Something else'))
  expect(ticked()).toEqual(['Something else'])
  expect(screen.getByLabelText<HTMLInputElement>('Your answer').value).toBe('Rest')
})
