import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runServer } from '../../bench/processes.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carelane-processes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a server that npm runs has stopped when its last process has, not when npm has', async () => {
  const [script, gone] = [join(folder, 'server.mjs'), join(folder, 'gone')]
  // As npm does: the first process ends at once, the one that it runs takes its time.
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    import { createServer } from 'node:http'
    if (process.argv[2] === 'inner') {
      createServer((_, response) => response.end('here')).listen(process.env.PORT)
      const parent = process.ppid
      const watch = setInterval(() => {
        if (process.ppid === parent) return
        clearInterval(watch)
        setTimeout(() => {
          writeFileSync(${JSON.stringify(gone)}, '')
          process.exit()
        }, 300)
      }, 20)
    } else spawn(process.execPath, [${JSON.stringify(script)}, 'inner'], { stdio: 'inherit' })`,
  )
  const running = await runServer(process.execPath, [script], {})
  await running.stop()
  expect(existsSync(gone)).toBe(true)
  // Once more is no fault.
  await running.stop()
})

test('a script that ends before it answers, or is not there, is a fault with how', async () => {
  const ends = runServer(process.execPath, ['-e', 'process.exit(3)'], {})
  await expect(ends).rejects.toThrow('The process ended with 3 before it answered')
  const absent = runServer(join(folder, 'absent'), [], {})
  await expect(absent).rejects.toThrow(/The process ended with .*ENOENT/)
})
