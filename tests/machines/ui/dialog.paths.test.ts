import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { qrCodeDialogMachine } from '#machines/ui/dialog.machine.ts'
import { describePaths } from '../describe-paths.ts'

const defaults = { url: '', size: 200, alt: 'QR Code', filename: 'qrcode.png' }

describePaths(qrCodeDialogMachine, {
  catalogue: {
    events: {
      'dialog.opened': [
        { type: 'dialog.opened', item: { url: 'https://clinic.example/', size: 300 } },
      ],
      'dialog.closed': [{ type: 'dialog.closed' }],
    },
    results: {},
    delays: {},
  },
  states: {
    hidden: ({ context }) => expect(context.item).toEqual(defaults),
    shown: ({ context }) =>
      expect(context.item).toEqual({ ...defaults, url: 'https://clinic.example/', size: 300 }),
  },
})

test('a QR code that nobody dressed up has the default size, words and file name', () => {
  const dialog = createActor(qrCodeDialogMachine).start()
  dialog.send({ type: 'dialog.opened', item: { url: 'https://clinic.example/services' } })
  expect(dialog.getSnapshot().context.item).toEqual({
    ...defaults,
    url: 'https://clinic.example/services',
  })
  dialog.send({ type: 'dialog.closed' })
  dialog.send({ type: 'dialog.opened' })
  expect(dialog.getSnapshot().context.item).toEqual(defaults)
})
