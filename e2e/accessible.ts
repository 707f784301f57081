import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with the rules that the page breaks, as axe sees it (WCAG 2.2 AA and best practice). */
export async function expectAccessible(page: Page): Promise<void> {
  // Legacy mode judges the page in place: there are no frames for which axe would open another.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const broken = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(broken).toEqual([])
}

/** In light and in dark; leaves the page in light. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

export async function expectNothingCutOff(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'nothing is cut off, nothing scrolls sideways').toBe(0)
}
