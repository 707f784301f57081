import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { fileSendingMachine } from '#machines/forms/file-sending.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { chosenFile, fileSendingCatalogue } from './form-filling.catalogue.ts'

type Snapshot = SnapshotFrom<typeof fileSendingMachine>

const offers = offering(fileSendingCatalogue.events)

describePaths(fileSendingMachine, {
  catalogue: fileSendingCatalogue,
  distinguish: ({ files, problem }: Snapshot['context']) => [Math.min(files.length, 2), problem],
  states: {
    idle: (snapshot) => {
      offers('files.chosen')(snapshot)
      expect(snapshot.context.files).toEqual([])
    },
    uploading: (snapshot) => {
      offers('files.chosen', 'upload.cancelled', 'upload.advanced')(snapshot)
      expect(snapshot.context.files[0]).toBe(chosenFile)
    },
    notUploaded: (snapshot) => {
      offers('files.chosen', 'upload.retried', 'upload.cancelled', 'connection.restored')(snapshot)
      expect(snapshot.context.files[0]).toBe(chosenFile)
    },
  },
})
