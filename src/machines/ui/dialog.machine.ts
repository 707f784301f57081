import { assign, setup } from 'xstate'

type DialogEvent<Item> = { type: 'dialog.opened'; item?: Partial<Item> } | { type: 'dialog.closed' }

/**
 * A dialog that is hidden or shows an item; closing it resets the item to `defaults`. What is opened leaves out is taken from `defaults`.
 */
export function createDialogMachine<Item extends object>(defaults: Item) {
  return setup({
    types: {
      context: {} as { item: Item },
      events: {} as DialogEvent<Item>,
    },
    actions: {
      showItem: assign({
        item: (_, params: { item: Partial<Item> }) => ({ ...defaults, ...params.item }),
      }),
      resetItem: assign({ item: defaults }),
    },
  }).createMachine({
    id: 'dialog',
    context: { item: defaults },
    initial: 'hidden',
    states: {
      hidden: {
        on: {
          'dialog.opened': {
            target: 'shown',
            actions: { type: 'showItem', params: ({ event }) => ({ item: event.item ?? {} }) },
          },
        },
      },
      shown: { on: { 'dialog.closed': { target: 'hidden', actions: 'resetItem' } } },
    },
  })
}

export type QrCodeItem = { url: string; size: number; alt: string; filename: string }

export const qrCodeDialogMachine = createDialogMachine<QrCodeItem>({
  url: '',
  size: 200,
  alt: 'QR Code',
  filename: 'qrcode.png',
})
