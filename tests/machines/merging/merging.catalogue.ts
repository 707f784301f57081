import type {
  ComparedPerson,
  DuplicateGroup,
  Merge,
  MergeWrite,
  SeparatedPair,
} from '#lib/contract/merging.ts'
import type { mergingMachine } from '#machines/merging/merging.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'
import { ada } from '../people/new-patient.catalogue.ts'

const known: ComparedPerson = {
  ...ada,
  title: '',
  landline: '',
  gender: -1,
  gp_surgery: null,
  address1: '',
  address2: '',
  city: '',
  county: '',
  nation: '',
  is_guest: false,
  has_account: true,
  works_here: false,
  appointments: 3,
  unverified: [],
  created: '2026-01-05T09:00:00.000Z',
  modified: '2026-01-05T09:00:00.000Z',
}
const again: ComparedPerson = {
  ...known,
  id: 42,
  email: '',
  mobile: '07700 900111',
  is_guest: true,
  has_account: false,
  appointments: 1,
  unverified: ['first_name', 'last_name', 'dob', 'mobile'],
}

export const likely: DuplicateGroup = {
  id: 41,
  score: 80,
  reasons: ['Same name', 'Same date of birth'],
  size: 2,
  people: [known, again],
  pairs: [{ person_id: 41, other_id: 42, score: 80, reasons: ['Same name', 'Same date of birth'] }],
}

export const write: MergeWrite = {
  keep_id: 41,
  merge_ids: [42],
  fields: { email: 41, mobile: 41 },
  sign_ins_checked: false,
  contacts_checked: false,
  seen: [
    { id: 41, modified: known.modified },
    { id: 42, modified: again.modified },
  ],
}
const otherWay: MergeWrite = { ...write, keep_id: 42, merge_ids: [41] }

export const merged: Merge = {
  id: 7,
  kept: { id: 41, full_name: 'Ada Rowe' },
  merged: { id: 42, full_name: 'Ada Rowe' },
  at: '2026-08-05T08:30:00.000Z',
  by: { id: 1, full_name: 'Helena Forsyth' },
  undone_at: null,
}

export const separated: SeparatedPair = {
  one: { id: 43, full_name: 'Jon Rowe' },
  other: { id: 44, full_name: 'John Rowe' },
  at: '2026-08-05T08:40:00.000Z',
  by: null,
}

export const clear = {
  moves: [{ what: 'appointment', count: 1 }],
  problems: [],
  notes: [],
  sign_ins: [],
  unverified_contacts: [],
}
const clash = {
  moves: [],
  problems: ['Both have a staff record.'],
  notes: [],
  sign_ins: [],
  unverified_contacts: [],
}

export const mergingCatalogue = {
  events: {
    'group.opened': [{ type: 'group.opened', group: likely, write }],
    'choice.changed': [{ type: 'choice.changed', write: otherWay }],
    'group.closed': [{ type: 'group.closed' }],
    'action.chosen': [
      { type: 'action.chosen', action: { kind: 'merge', write } },
      { type: 'action.chosen', action: { kind: 'separate', ids: [41, 42] } },
      { type: 'action.chosen', action: { kind: 'undo', merge: merged } },
      { type: 'action.chosen', action: { kind: 'rejoin', pair: separated } },
    ],
    'action.retried': [{ type: 'action.retried' }],
    'problem.read': [{ type: 'problem.read' }],
  },
  results: {
    preview: {
      previewed: [
        { kind: 'previewed', preview: clear },
        { kind: 'previewed', preview: clash },
      ],
      refused: [{ kind: 'refused', reason: 'Ada Rowe has changed since you looked.' }],
    },
    decide: {
      done: [{ kind: 'done' }],
      refused: [{ kind: 'refused', reason: 'Ada Rowe has changed since you looked.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof mergingMachine>
