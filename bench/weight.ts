import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { atMost, type Finding } from './measure.ts'

/** Bytes of content over the wire, compressed, until a page is ready for use. */
export async function weightFindings(serverUrl: string): Promise<Finding[]> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const weigh = async (path: string, ready: string) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const kinds = new Map<string, string>()
    const bytes = { Script: 0, Stylesheet: 0 } as Record<string, number>
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? ''
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
    })
    await page.goto(serverUrl + path, { waitUntil: 'networkidle' })
    await page.locator(ready).first().waitFor()
    await context.close()
    return { script: (bytes['Script'] ?? 0) / 1000, css: (bytes['Stylesheet'] ?? 0) / 1000 }
  }
  const home = await weigh('/', 'main h1')
  const booking = await weigh('/services/bench-consultation/availability', 'main time, main h2')
  await browser.close()
  return [
    atMost('static page: script, compressed', home.script, 3, 'kB'),
    atMost('static page: CSS, compressed', home.css, 12, 'kB'),
    atMost('booking page: script until a slot can be chosen', booking.script, 100, 'kB'),
  ]
}
