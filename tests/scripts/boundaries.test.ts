import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/* The lint rules that keep the layers apart refuse what they are meant to refuse. */

const root = join(import.meta.dirname, '../..')

const REFUSED = [
  ['src/lib/contract/one.ts', '../text/format-number.ts'],
  ['src/lib/contract/two.ts', '#lib/text/format-number.ts'],
  ['src/lib/contract/three.ts', 'dayjs'],
  ['src/lib/contract/admin/four.ts', '../../text/format-number.ts'],
  ['src/lib/five.ts', '#server/boot.ts'],
  ['src/machines/booking/six.machine.ts', 'react'],
  ['src/machines/seven.machine.ts', '#islands/ui/Button.tsx'],
  ['src/islands/ui/eight.ts', '#server/boot.ts'],
  ['src/server/nine.ts', '#machines/planner/planner.machine.ts'],
  ['src/server/http/ten.ts', '#demo/demonstration.ts'],
  ['src/islands/eleven.ts', '../demo/demonstration.ts'],
] as const
const ALLOWED = [
  ['src/lib/contract/twelve.ts', './fields.ts'],
  ['src/lib/contract/admin/thirteen.ts', '../fields.ts'],
  ['src/server/main.ts', '../demo/demonstration.ts'],
  ['src/demo/fourteen.ts', '../server/boot.ts'],
] as const

test('each layer imports what it may, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-boundaries-'))
  try {
    const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    const { $schema: _, vcs: __, ...ours } = settings
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(ours))
    for (const [path, imported] of [...REFUSED, ...ALLOWED]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), `import { x } from '${imported}'\nexport const y = x\n`)
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [biome, 'lint', '--max-diagnostics=none', '.'],
      { cwd: folder, encoding: 'utf8' },
    )
    const said = stdout + stderr
    const isRefused = (path: string) =>
      said.split('\n').some((line) => line.startsWith(path) && line.includes('noRestrictedImports'))
    const refused = [...REFUSED, ...ALLOWED].filter(([path]) => isRefused(path))
    expect(refused, said).toEqual(REFUSED)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
