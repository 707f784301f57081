import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Goes on by Tab as far as what has this name. */
export async function tabTo(page: Page, name: string) {
  const focused = page.locator(':focus')
  await expect(focused).toHaveCount(1)
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focused.textContent()) === name) return
  }
  await expect(focused).toHaveText(name)
}
