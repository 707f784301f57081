import { expect, test } from 'vitest'
import { toolColumns } from '#islands/admin/resources/RecordTools.tsx'
import { resourceColumns } from '#islands/admin/resources/resource-columns.tsx'
import { adminScreens } from '#islands/admin/resources/screens.ts'
import { narrowestWidth } from '#islands/ui/table/table-column.ts'

/** Rem of a list's frame in a window of 1280 pixels, without its scroll bar and the column of boxes. */
const FRAME = 75.9 - 3

const everything = { add: true, change: true, delete: true, export: true }

test.each(adminScreens.map((screen) => [screen.of.screen, screen] as const))(
  'the list of %s shows its first columns without scrolling in a window of 1280 pixels',
  (_, screen) => {
    const held = (screen.recordTools ?? []).flatMap(({ only }) => only ?? [])
    const tools = toolColumns(screen, { ...everything, holds: held } as never, {} as never)
    const columns = [...resourceColumns(screen, { timeZone: 'Europe/London' }, null), ...tools]
    const shown = columns.filter(({ hiddenAtFirst }) => !hiddenAtFirst)
    const width = shown.reduce((sum, column) => sum + narrowestWidth(column), 0)
    expect(width).toBeLessThanOrEqual(FRAME)
  },
)
