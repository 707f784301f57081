import type { ImportAnswer, ImportedRow } from '#lib/contract/admin/import.ts'
import type { recordImportMachine } from '#machines/admin/record-import.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import type { Catalogue } from '../event-catalogue.ts'

const row = (
  line: number,
  outcome: ImportedRow['outcome'],
  name: string,
  more: Partial<ImportedRow>,
): ImportedRow => ({ line, outcome, name, changes: [], problems: [], similar: [], ...more })

export const checkedAnswer: ImportAnswer = {
  seen: 'a'.repeat(64),
  carried_out: false,
  count: { created: 1, changed: 1, unchanged: 0, similar: 2, wrong: 1 },
  left_out: ['Colour'],
  rows: [
    row(2, 'created', 'Ear care', {}),
    row(3, 'changed', 'Phlebotomy', {
      changes: [{ label: 'Name', from: 'phlebotomy', to: 'Phlebotomy' }],
    }),
    row(4, 'wrong', 'nothing', { problems: [{ label: 'Name', message: 'This is missing' }] }),
    row(5, 'similar', 'Ear cares', {
      similar: [{ id: 41, line: null, name: 'Ears', reasons: ['Same name'] }],
    }),
    row(6, 'similar', 'Ear car', {
      similar: [{ id: null, line: 2, name: 'Ear care', reasons: ['Similar name'] }],
    }),
  ],
  wrong_file: '\ufeffName,What is wrong\r\n,Name: This is missing\r\n',
}

const results = {
  taken: [{ kind: 'taken', answer: checkedAnswer }],
  stale: [{ kind: 'stale' }],
  refused: [{ kind: 'refused', text: 'The file has no rows below its headings.' }],
} satisfies {
  [Kind in ActorResult<typeof recordImportMachine, 'checkFile'>['kind']]: [
    ActorResult<typeof recordImportMachine, 'checkFile'>,
  ]
}

export const recordImportCatalogue = {
  events: {
    'file.chosen': [{ type: 'file.chosen', file: new File(['name\n'], 'competencies.csv') }],
    'check.requested': [{ type: 'check.requested' }],
    'import.confirmed': [{ type: 'import.confirmed' }],
    'lines.confirmed': [
      { type: 'lines.confirmed', lines: [5, 6], isConfirmed: true },
      { type: 'lines.confirmed', lines: [6], isConfirmed: false },
    ],
  },
  results: { checkFile: results, execute: results },
  delays: {},
} satisfies Catalogue<typeof recordImportMachine>

/** What else tells two states apart. */
export const distinguishImports = (context: {
  file: unknown
  answer: unknown
  confirmed: readonly number[]
  problem: { kind: string } | null
}) => [
  context.file !== null,
  context.answer !== null,
  context.problem?.kind,
  context.confirmed.toSorted(),
]
