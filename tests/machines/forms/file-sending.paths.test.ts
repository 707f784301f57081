import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { fileSendingMachine } from '#machines/forms/file-sending.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { chosenFile, fileSendingCatalogue } from './form-filling.catalogue.ts'

type Snapshot = SnapshotFrom<typeof fileSendingMachine>

const asked = Object.values(fileSendingCatalogue.events).flat()
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)
    return snapshot.context
  }

describePaths(fileSendingMachine, {
  catalogue: fileSendingCatalogue,
  distinguish: ({ files, problem }: Snapshot['context']) => [Math.min(files.length, 2), problem],
  states: {
    idle: (snapshot) => expect(offers('files.chosen')(snapshot).files).toEqual([]),
    uploading: (snapshot) => {
      expect(offers('files.chosen', 'upload.cancelled', 'upload.advanced')(snapshot).files[0]).toBe(
        chosenFile,
      )
    },
    notUploaded: (snapshot) => {
      const { files } = offers(
        'files.chosen',
        'upload.retried',
        'upload.cancelled',
        'connection.restored',
      )(snapshot)
      expect(files[0]).toBe(chosenFile)
    },
  },
})
