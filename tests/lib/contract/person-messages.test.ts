import { expect, test, vi } from 'vitest'
import { emptyGuestDraft, type GuestDraft } from '#islands/booking/details/guest-draft.ts'
import { guestResolver } from '#islands/booking/details/guest-validation.ts'
import { GuestUserWrite } from '#lib/contract/people.ts'

const ada = {
  first_name: 'Ada',
  last_name: 'Byron',
  dob: '1984-12-10',
  email: 'ada@example.test',
  mobile: '07700 900 982',
}

/** What the form, and what the server, says of one answer. */
async function said(answer: Partial<GuestDraft>) {
  const [field = ''] = Object.keys(answer)
  const draft = { ...emptyGuestDraft, ...ada, ...answer }
  const { errors } = await guestResolver(draft, undefined, {} as never)
  const refused = GuestUserWrite.safeParse({ ...ada, ...answer }).error?.issues[0]
  return [errors[field as keyof GuestDraft]?.message, refused?.path[0], refused?.message]
}

test.each([
  [{ dob: '1850-03-31' }, 'Year of birth must be 1900 or later'],
  [{ dob: '2026-08-07' }, 'Date of birth must be in the past'],
  [{ title: 'a'.repeat(21) }, 'Title must be 20 characters or fewer'],
  [{ last_name: 'a'.repeat(101) }, 'Last name must be 100 characters or fewer'],
  [{ mobile: '77009009821' }, 'Enter all 11 digits of the mobile number'],
  [{ city: 'a'.repeat(101) }, 'Town or city must be 100 characters or fewer'],
  [{ postcode: 'a'.repeat(13) }, 'Postcode must be 12 characters or fewer'],
])(
  '%o is explained at its field, alike in the browser and on the server',
  async (answer, message) => {
    vi.setSystemTime('2026-08-05T09:00:00Z')
    expect(await said(answer)).toEqual([message, Object.keys(answer)[0], message])
    vi.useRealTimers()
  },
)
