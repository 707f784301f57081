import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe judges by colours: all else is the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Fails with the rules that the page breaks, as axe sees it (WCAG 2.2 AA and best practice). */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingBroken(new AxeBuilder({ page }))
}

/** In light, and by its colours in dark; leaves the page in light. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothingBroken(new AxeBuilder({ page }).withRules(COLOUR_RULES))
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
}

async function expectNothingBroken(axe: AxeBuilder): Promise<void> {
  // Legacy mode judges the page in place: there are no frames for which axe would open another.
  const { violations } = await axe.setLegacyMode().analyze()
  const broken = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(broken).toEqual([])
}

export async function expectNothingCutOff(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'nothing is cut off, nothing scrolls sideways').toBe(0)
}
