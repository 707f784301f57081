import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { atMost, type Finding } from './measure.ts'
import { atPartEnd } from './part-end.ts'

/** Budgets of the design in kB over the wire, compressed, until a page is ready for use. */
export const weightBudgets = { staticScript: 3, staticStyle: 12, bookingScript: 100 }

/** Weighs what a page asks for from now on. @returns the sums so far: kB, and scripts counted. */
export function weigh(page: Page) {
  const asked: { kind: string; weight: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const weight = request.sizes().then(({ responseBodySize }) => responseBodySize / 1000)
    asked.push({ kind: request.resourceType(), weight })
  })
  const measureSum = async (kind: string) => {
    const weights = await Promise.all(
      asked.filter((one) => one.kind === kind).map(({ weight }) => weight),
    )
    return weights.reduce((sum, weight) => sum + weight, 0)
  }
  return async () => ({
    script: await measureSum('script'),
    style: await measureSum('stylesheet'),
    scripts: asked.filter(({ kind }) => kind === 'script').length,
  })
}

/** Weighs a static page and the booking page of the bench's server. */
export async function* weightFindings(serverUrl: string): AsyncGenerator<Finding> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  atPartEnd(() => browser.close())
  const measureWeight = async (path: string, ready: string) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const weighed = weigh(page)
    await page.goto(serverUrl + path, { waitUntil: 'networkidle' })
    await page.locator(ready).first().waitFor()
    const weight = await weighed()
    await context.close()
    return weight
  }
  const { staticScript, staticStyle, bookingScript } = weightBudgets
  const home = await measureWeight('/', 'main h1')
  yield atMost('static page: script, compressed', home.script, staticScript, 'kB')
  yield atMost('static page: CSS, compressed', home.style, staticStyle, 'kB')
  const { script } = await measureWeight(
    '/services/bench-consultation/availability',
    'main time, main h2',
  )
  yield atMost('booking page: script until a slot can be chosen', script, bookingScript, 'kB')
}
