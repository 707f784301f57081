import type { ImportAnswer } from '#lib/contract/admin/import.ts'
import type { RecordImportEvent, TakeFileResult } from '#machines/record-import.machine.ts'
import type { Catalogue } from './event-catalogue.ts'

export const checkedAnswer: ImportAnswer = {
  seen: 'a'.repeat(64),
  carried_out: false,
  count: { created: 1, changed: 1, unchanged: 0, wrong: 1 },
  left_out: ['Colour'],
  rows: [
    { line: 2, outcome: 'created', name: 'Ear care', changes: [], problems: [] },
    {
      ...{ line: 3, outcome: 'changed', name: 'Phlebotomy', problems: [] },
      changes: [{ label: 'Name', from: 'phlebotomy', to: 'Phlebotomy' }],
    },
    {
      ...{ line: 4, outcome: 'wrong', name: 'nothing', changes: [] },
      problems: [{ label: 'Name', message: 'This is missing' }],
    },
  ],
  wrong_file: '\ufeffName,What is wrong\r\n,Name: This is missing\r\n',
}

const results = {
  taken: [{ kind: 'taken', answer: checkedAnswer }],
  stale: [{ kind: 'stale' }],
  refused: [{ kind: 'refused', words: 'The file has no rows below its headings.' }],
} satisfies { [Kind in TakeFileResult['kind']]: [TakeFileResult] }

export const recordImportCatalogue = {
  events: {
    'file.chosen': [{ type: 'file.chosen', file: new File(['name\n'], 'competencies.csv') }],
    'check.wanted': [{ type: 'check.wanted' }],
    'import.confirmed': [{ type: 'import.confirmed' }],
  },
  results: { checkFile: results, carryOut: results },
  delays: {},
} satisfies Catalogue<RecordImportEvent, { checkFile: TakeFileResult; carryOut: TakeFileResult }>

/** What else tells two states apart. */
export const distinguishImports = (context: {
  file: unknown
  answer: unknown
  problem: { kind: string } | null
}) => [context.file !== null, context.answer !== null, context.problem?.kind]
