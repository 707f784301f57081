import { expect } from 'vitest'
import { recordImportMachine } from '#machines/admin/record-import.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { distinguishImports, recordImportCatalogue } from './record-import.catalogue.ts'

describePaths(recordImportMachine, {
  catalogue: recordImportCatalogue,
  distinguish: distinguishImports,
  states: {
    choosing: (snapshot) => expect(snapshot.can({ type: 'import.confirmed' })).toBe(false),
    checking: ({ context }) => expect(context.file).not.toBeNull(),
    checked: (snapshot) => {
      expect(snapshot.context.answer).not.toBeNull()
      expect(snapshot.can({ type: 'import.confirmed' })).toBe(true)
    },
    executing: ({ context }) => expect(context.problem).toBeNull(),
    done: (snapshot) => {
      expect(snapshot.context.problem).toBeNull()
      expect(snapshot.can({ type: 'lines.confirmed', lines: [5], isConfirmed: true })).toBe(false)
      // Once is enough.
      expect(snapshot.can({ type: 'import.confirmed' })).toBe(false)
    },
  },
})
