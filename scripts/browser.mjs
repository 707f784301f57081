import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { announce, Failure, run, runOnPinnedNode } from './process.mjs'

const downloadHost = 'https://cdn.playwright.dev'

/** First the one that draws no windows: the journeys take a fifth less of the machine with it. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const macPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * How systems install a browser, by the program that does: what comes first, and what to install, the
 * first that there is. Debian alone has the one that draws no windows, which also needs fewer packages.
 */
const packageManagers = /** @type {const} */ ([
  [
    'apt-get',
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends'],
    ['chromium-headless-shell', 'chromium'],
  ],
  ['dnf', null, ['install', '-qy'], ['chromium']],
  ['apk', null, ['add', '--quiet'], ['chromium']],
])

/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's own, the system's, one that
 * Playwright downloads, one from the system's packages.
 *
 * @returns {Promise<string>} the path of its program
 */
export async function findBrowser() {
  const found = (await playwrightBrowser()) ?? systemBrowser()
  if (found) return found
  if (await canDownload()) {
    announce('Downloading a browser (playwright install chromium)')
    await runOnPinnedNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
    const downloaded = await playwrightBrowser()
    if (downloaded) return downloaded
  }
  await installFromSystem()
  const installed = systemBrowser()
  if (installed) return installed
  throw new Failure(
    'The browser tests need Chromium and none could be installed here: install Chromium or Google Chrome and run the command again.',
  )
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return starts(path) ? path : null
}

function systemBrowser() {
  const { PATH = '' } = process.env
  const candidates = programs.flatMap((program) =>
    PATH.split(delimiter).map((directory) => join(directory, program)),
  )
  return [...candidates, ...macPrograms].find(starts) ?? null
}

/**
 * Whether a browser is there and has the libraries it needs.
 *
 * @param {string} path
 */
function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Any answer will do, soon: where there is none, waiting for a download helps nobody. */
async function canDownload() {
  try {
    await fetch(downloadHost, { method: 'HEAD', signal: AbortSignal.timeout(3000) })
    return true
  } catch {
    return false
  }
}

async function installFromSystem() {
  if (process.getuid?.() !== 0) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const [manager, update, install, names] of packageManagers) {
    if (spawnSync(manager, ['--version'], { stdio: 'ignore' }).status !== 0) continue
    announce(`Installing Chromium (${manager})`)
    if (update) await run(manager, [...update], env)
    for (const name of names) {
      if ((await run(manager, [...install, name], env)) === 0) return
    }
    return
  }
}
