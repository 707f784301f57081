import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../eventually.ts'

const processModule = resolve(import.meta.dirname, '../../scripts/process.mjs')

/** A script that runs another program, as the scripts here run the server. */
function script(
  program: string,
  ...args: string[]
): { process: ChildProcess; output: () => string } {
  const source = `import { Failure, run, runScript } from '${processModule}'
    await runScript(() => ${program})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  return { process: child, output: () => output }
}

/** Ends what a shell of its own session left running, if anything. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left.
  }
}

test('a script ends with the exit code of the program it runs', async () => {
  const { process: child } = script(`run(process.execPath, ['-e', 'process.exit(7)'])`)
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('a script ends with 128 and the signal number when a signal ended its program', async () => {
  const { process: child } = script(`run('sh', ['-c', 'kill -KILL $$'])`)
  expect(await once(child, 'exit')).toEqual([137, null])
})

test('a program that is not installed is a failure, not a crash', async () => {
  const { process: child } = script(`run('no-such-program', [])`)
  expect(await once(child, 'exit')).toEqual([127, null])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the program, which may finish its work before the script ends',
  async (signal) => {
    const program = `process.on('${signal}', () => setImmediate(() => { console.log('tidied'); process.exit(3) }));
      setInterval(() => {}, 1000); console.log('ready')`
    const { process: child, output } = script(
      `run(process.execPath, ['-e', ${JSON.stringify(program)}])`,
    )
    await eventually(() => expect(output()).toBe('ready\n'))

    child.kill(signal)

    expect(await once(child, 'exit')).toEqual([3, null])
    expect(output()).toBe('ready\ntidied\n')
  },
)

test('stopping npm, and with it only its shell, stops the program too', async () => {
  const program = `process.on('SIGTERM', () => { console.log('tidied'); process.exit() });
    setInterval(() => {}, 1000); console.log('ready')`
  const source = `import { run, runScript } from '${processModule}'
    await runScript(() => run(process.execPath, ['-e', ${JSON.stringify(program)}]))`
  const shell = spawn(
    'sh',
    ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, source],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: { ...process.env, npm_lifecycle_event: 'start' },
    },
  )
  let output = ''
  shell.stdout.on('data', (text) => {
    output += text
  })
  onTestFinished(() => endGroup(shell))
  await eventually(() => expect(output).toBe('ready\n'))

  shell.kill('SIGTERM')

  await eventually(() => expect(output).toBe('ready\ntidied\n'))
})

test('a failure is shown as its sentence alone', async () => {
  const { process: child, output } = script(`{ throw new Failure('Do this.', 4) }`)
  expect(await once(child, 'close')).toEqual([4, null])
  expect(output()).toBe('\nDo this.\n')
})
