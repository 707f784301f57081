import { beforeEach, expect, test } from 'vitest'
import {
  type BookingDraft,
  createDraftStorage,
  draftToTakeUp,
} from '#islands/booking/booking-draft.ts'
import { slot } from '../../machines/booking/booking-samples.ts'

const NOW = Date.parse('2026-08-04T09:00:00Z')
const MINUTE = 60_000
const hold = { id: 41, token: 'hold-token', expiresAt: NOW + 10 * MINUTE }
const empty = {
  step: 'choose',
  chosen: null,
  hold: null,
  attempt: null,
  acceptedId: null,
  guest: null,
  details: null,
  notes: '',
  typedAsGuest: null,
  takenFrom: null,
  isForOther: false,
}

let now = NOW
/** As the page opens it: for a guest unless it says for whom. */
function open(slug = 'flu-jab', owner: string | null = null) {
  const storages = { local: () => localStorage, session: () => sessionStorage, now: () => now }
  const { draft, isSameTab } = createDraftStorage(slug, storages)
  const belongTo = (next: string | null) => draft.send({ type: 'draft.owned', owner: next })
  belongTo(owner)
  return {
    belongTo,
    isSameTab,
    read: () => draft.getSnapshot().context,
    change: (changes: Partial<BookingDraft>) => draft.send({ type: 'draft.changed', changes }),
    type: (viewer: string | null, first_name: string) =>
      draft.send({ type: 'details.typed', viewer, details: { first_name } }),
    wipe: () => draft.send({ type: 'draft.wiped' }),
  }
}

beforeEach(() => {
  now = NOW
})

test('a draft is found again by the next page, for its own service only', () => {
  open().change({ step: 'details', chosen: slot, hold, details: { first_name: 'Ada' } })
  expect(open().read()).toEqual({
    ...empty,
    step: 'details',
    chosen: slot,
    hold,
    details: { first_name: 'Ada' },
  })
  expect(open('travel-clinic').read()).toEqual(empty)
})

test('a draft lives half an hour after its last change', () => {
  open().change({ notes: 'Needs a ramp' })
  now += 29 * MINUTE
  open().change({ details: { first_name: 'Ada' } })
  now += 29 * MINUTE
  expect(open().read()).toMatchObject({ notes: 'Needs a ramp', details: { first_name: 'Ada' } })
  now += MINUTE
  expect(open().read()).toEqual(empty)
  expect(localStorage.length).toBe(0)
})

test('looking at a draft, or writing what is there already, does not lengthen its life', () => {
  open().change({ notes: 'Needs a ramp' })
  now += 29 * MINUTE
  const store = open()
  store.change({ notes: 'Needs a ramp' })
  now += MINUTE
  expect(open().read()).toEqual(empty)
})

test('nothing is stored before anything is chosen or typed', () => {
  open().change({ step: 'choose', chosen: null, hold: null, attempt: null })
  expect(localStorage.length).toBe(0)
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['another shape', '{"changedAt":1785834000000,"step":"choose"}'],
  ['a date that is none', JSON.stringify({ ...empty, chosen: { ...slot, start: 'soon' } })],
  ['an unknown step', JSON.stringify({ ...empty, step: 'paying' })],
  ['a hold without a token', JSON.stringify({ ...empty, hold: { id: 1, expiresAt: 2 } })],
  ['a draft from the future', JSON.stringify({ ...empty, changedAt: NOW + MINUTE })],
])('what cannot be a draft is thrown away: %s', (_name, text) => {
  const stamped = text.startsWith('{"step"') ? `{"changedAt":${NOW},${text.slice(1)}` : text
  localStorage.setItem('bookingDraft:flu-jab', stamped)
  expect(open().read()).toEqual(empty)
  expect(localStorage.length).toBe(0)
})

test('a wiped draft leaves nothing behind', () => {
  const store = open()
  store.change({ chosen: slot, details: { first_name: 'Ada' } })
  store.wipe()
  expect(store.read()).toEqual(empty)
  expect(localStorage.length).toBe(0)
})

test('a reload is the same tab, a new tab is another', () => {
  expect(open().isSameTab()).toBe(false)
  expect(open().isSameTab()).toBe(true)
  sessionStorage.clear()
  expect(open().isSameTab()).toBe(false)
})

test('a hold is taken up with what is left of it', () => {
  const stored = { ...open().read(), step: 'review' as const, chosen: slot, hold }
  expect(draftToTakeUp(stored, NOW + 4 * MINUTE)).toEqual({
    step: 'review',
    chosen: slot,
    attempt: null,
    acceptedId: null,
    hold: { ...hold, lasts: 6 * MINUTE },
  })
  expect(draftToTakeUp({ ...stored, chosen: null }, NOW)).toBeNull()
})

const ADA = 'uuid-of-ada'
const BEN = 'uuid-of-ben'
const openFor = (owner: string | null) => open('flu-jab', owner)
const typed = { chosen: slot, hold, details: { first_name: 'Ada' }, notes: 'Needs a ramp' }

test('nobody sees what another began in this browser', () => {
  openFor(null).change(typed)
  sessionStorage.clear()
  openFor(ADA).change({ notes: 'For Ada' })
  expect(openFor(BEN).read()).toEqual(empty)
  expect(openFor(ADA).read().notes).toBe('For Ada')
  expect(openFor(null).read().notes).toBe('Needs a ramp')
})

test('what a guest began in this tab goes on as who signs in, after a reload too', () => {
  openFor(null).change(typed)
  const taken = { ...empty, chosen: slot, hold, notes: 'Needs a ramp' }
  const store = openFor(ADA)
  expect(store.read()).toEqual({
    ...taken,
    typedAsGuest: { first_name: 'Ada' },
    takenFrom: 'guest',
  })
  expect(store.isSameTab()).toBe(true)
  expect(openFor(null).read()).toEqual(empty)
})

test('who goes on as a guest keeps what they typed, and leaves nothing under their name', () => {
  const store = openFor(ADA)
  store.change({ ...typed, attempt: { idempotencyKey: 'key-1', notes: '' } })
  store.belongTo(null)
  expect(store.read()).toEqual({ ...empty, ...typed, takenFrom: 'person' })
  expect(localStorage.getItem(`bookingDraft:flu-jab:${ADA}`)).toBeNull()
})

test('a draft that a tab has only looked at is not taken over by who signs in there', () => {
  openFor(null).change(typed)
  sessionStorage.clear()
  const store = openFor(null)
  expect(store.isSameTab()).toBe(false)
  expect(store.read().notes).toBe('Needs a ramp')
  expect(openFor(ADA).read()).toEqual(empty)
  store.belongTo(BEN)
  expect(store.read()).toEqual(empty)
})

test('another person who signs in on the open page gets nothing of it', () => {
  const store = openFor(ADA)
  store.change(typed)
  store.belongTo(BEN)
  expect(store.read()).toEqual(empty)
})

test('what a sign-out has removed is not written again, until the person is back', () => {
  const store = openFor(ADA)
  store.change(typed)
  localStorage.clear()
  store.change({ details: { first_name: 'Ada', last_name: 'Rowe' } })
  expect(localStorage.length).toBe(0)
  expect(store.read().details).toEqual({ first_name: 'Ada', last_name: 'Rowe' })
  store.belongTo(ADA)
  expect(openFor(ADA).read().details).toEqual({ first_name: 'Ada', last_name: 'Rowe' })
})

test('the last words of a form are kept where its time was lost meanwhile', () => {
  const store = openFor(null)
  store.change({ chosen: slot, hold })
  store.change({ chosen: null, hold: null })
  store.type(null, 'Ada')
  expect(openFor(null).read().details).toEqual({ first_name: 'Ada' })
})

test("a guest's last words do not come into what a person had begun before", () => {
  openFor(ADA).change(typed)
  const store = openFor(null)
  store.change({ chosen: slot, hold })
  store.change({ chosen: null, hold: null })
  store.belongTo(ADA)
  store.type(null, 'Grace')
  expect(store.read()).toEqual({ ...empty, ...typed })
})

test('the last words of a form are kept as whose they were, and not once the draft is wiped', () => {
  const store = openFor(null)
  store.change(typed)
  store.belongTo(ADA)
  store.type(null, 'Grace')
  expect(store.read()).toMatchObject({ details: null, typedAsGuest: { first_name: 'Grace' } })
  store.type(BEN, 'Ben')
  expect(store.read().details).toBeNull()
  store.wipe()
  store.type(ADA, 'Ada')
  expect(store.read()).toEqual(empty)
})
