import { expect, test } from 'vitest'
import { fileName } from '#server/resources/export.ts'

const today = '2026-08-06'

test.each([
  [{ from: '2026-08-03', to: '2026-08-09' }, 'list-2026-08-03-to-2026-08-09'],
  [{ from: '2026-08-03', to: '2026-08-03' }, 'list-2026-08-03'],
  [{ from: '2026-08-03' }, 'list-from-2026-08-03'],
  [{ to: '2026-08-09' }, 'list-until-2026-08-09'],
  [{}, 'list-2026-08-06'],
])('a file of %o is named after its days, one of no days after today', (period, name) => {
  expect(fileName('list', period, today)).toBe(name)
})
