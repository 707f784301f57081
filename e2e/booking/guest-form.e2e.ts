import { expect, test } from '../journey.ts'
import { somebody } from '../people/people.ts'
import { bookingIn, reachFilledForm, reachForm } from '../steps.ts'

const QUESTIONS = [
  ['Enter your first name', 'First name'],
  ['Enter your last name', 'Last name'],
  ['Enter your date of birth', 'Day'],
  ['Enter your email address', 'Email address'],
  ['Enter your mobile phone number', 'Mobile phone number'],
] as const

test('what is missing is said above the form, with a way to each question', async ({
  page,
  service,
}) => {
  const { form } = bookingIn(page)
  await reachForm(page, service, service.times[0])
  await form.submit()
  await expect(form.summary).toBeFocused()
  await expect(form.summary.getByRole('link')).toHaveText(QUESTIONS.map(([message]) => message))
  for (const [message, label] of QUESTIONS) {
    await form.summary.getByRole('link', { name: message }).click()
    await expect(form.field(label)).toBeFocused()
    const group = form.root.getByRole('group', { name: 'Date of birth' })
    const described = label === 'Day' ? group : form.field(label)
    await expect(described).toHaveAccessibleDescription(new RegExp(message))
  }
})

test('what was typed stays while mistakes are put right', async ({ page, service }) => {
  const person = somebody()
  const { form, review } = bookingIn(page)
  const wrong = { ...person, email: 'robin@', mobile: '12', dob: ['30', '2', '1984'] as const }
  await reachFilledForm(page, service, service.times[0], wrong)
  await form.field('NHS number').fill('943 476 5918')
  await form.submit()
  await expect(form.summary).toBeFocused()
  await expect(form.summary.getByRole('link')).toHaveText([
    'Date of birth must be a real date',
    'Enter an email address in the correct format, like name@example.com',
    'Enter a phone number, like 07700 900 982',
    'Check the NHS number. It is not valid',
  ])
  await form.holds(wrong)

  await form.fill(person)
  await form.field('NHS number').fill('')
  await form.submit()
  await review.isShown()
  await review.holds(person, service.times[0])
})

test('an answer that only the server can refuse is refused at its question', async ({
  page,
  service,
  database,
}) => {
  const person = somebody()
  const name = `Closing Surgery ${person.lastName}`
  const surgery = await database
    .insertInto('gp_surgery')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { form, review } = bookingIn(page)
  await reachFilledForm(page, service, service.times[0], person)
  await form.lookUp('GP surgery', name, name)
  await expect(page.getByRole('button', { name: `Change GP surgery, now ${name}` })).toBeFocused()
  await database.deleteFrom('gp_surgery').where('id', '=', surgery.id).execute()
  await form.submit()

  await expect(form.summary).toBeFocused()
  await form.summary.getByRole('link', { name: 'Choose a GP surgery from the list' }).click()
  await expect(page.getByRole('button', { name: /^Change GP surgery/ })).toBeFocused()
  await form.holds(person)
  await page.keyboard.press('Enter')
  await form.submit()
  await review.holds(person, service.times[0])
})
