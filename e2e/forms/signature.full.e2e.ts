import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { some } from '../../tests/amount.ts'
import { addEform } from '../../tests/server/forms/filled-form-rows.ts'
import { insertRow } from '../../tests/server/rows.ts'
import { expect, test } from '../journey.ts'
import { bookConcurrently } from '../people/people.ts'

/* Ink is where the finger is, whatever the size of the page and the screen. */

const items: FormItem[] = [{ type: 'signature', id: 'signed', label: 'Signature', required: true }]

const sizes: [width: number, scale: number][] = [
  [390, 3],
  [1440, 1],
  [320, 2],
]

for (const [width, scale] of some(sizes, 1)) {
  test(`at ${width} px and ${scale} times the pixels`, async ({
    browser,
    baseURL,
    service,
    api,
    database,
  }) => {
    const eform = await addEform(database, items)
    await insertRow(database, 'appointment_type_patient_form', {
      appointment_type_id: service.id,
      eform_id: eform.id,
      position: 1,
    })
    const { address } = await bookConcurrently(api, service, service.times[0])
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      viewport: { width, height: 700 },
      deviceScaleFactor: scale,
    })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByRole('link', { name: 'Fill in your forms' }).click()
    await page.getByRole('button', { name: /^Start/ }).click()
    const opener = page.getByRole('button', { name: 'Draw your signature as well' })
    await opener.press('Enter')
    await expect(page.getByRole('group', { name: 'Drawing area' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    const drawing = page.getByRole('img', { name: 'Draw your signature here' })
    await drawing.scrollIntoViewIfNeeded()
    const box = await drawing.boundingBox()
    if (!box) throw new Error('There is nothing to draw on')
    const right = { x: box.width - 10, y: box.height - 10 }
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + right.x, box.y + right.y, { steps: 12 })
    await page.mouse.up()
    // The last stretch is drawn to the last point but one.
    const middle = { x: (box.width / 2 + right.x) / 2, y: (10 + right.y) / 2 }
    const inkNear = ({ x, y }: typeof right) =>
      drawing.evaluate(
        (canvas: HTMLCanvasElement, at) => {
          const size = canvas.width / canvas.clientWidth
          const pixels = canvas
            .getContext('2d')
            ?.getImageData((at.x - 4) * size, (at.y - 4) * size, 8 * size, 8 * size)
          return pixels?.data.some((value) => value > 0) === true
        },
        { x, y },
      )
    expect(await inkNear(middle)).toBe(true)
    expect(
      await drawing.evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth),
    ).toBeCloseTo(scale, 1)
    // What was drawn follows the page when it is turned, and stays in another theme.
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: width + 40, height: 700 })
    await expect
      .poll(async () => (await drawing.boundingBox())?.width)
      .not.toBe(width <= 560 ? box.width : -1)
    const now = await drawing.boundingBox()
    const growth = (now?.width ?? 0) / box.width
    await expect.poll(() => inkNear({ x: middle.x * growth, y: middle.y * growth })).toBe(true)
    await page.getByRole('button', { name: 'Use this signature' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Draw it again' })).toBeFocused()
    const path = await page.locator('svg[aria-label^="Drawn signature"] path').getAttribute('d')
    const [[x = 0, y = 0] = []] = [...(path ?? '').matchAll(/(\d+) (\d+)/g)]
      .map(([, x, y]) => [Number(x), Number(y)])
      .toReversed()
    expect(Math.abs(x - (right.x / box.width) * 600)).toBeLessThan(12)
    expect(Math.abs(y - (right.y / box.height) * 200)).toBeLessThan(12)
    // Paper is white.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const colours = await page.locator('svg[aria-label^="Drawn signature"]').evaluate((image) => {
      const { color, backgroundColor } = getComputedStyle(image)
      return { color, backgroundColor }
    })
    expect(colours.backgroundColor).toBe('rgb(255, 255, 255)')
    await context.close()
  })
}
