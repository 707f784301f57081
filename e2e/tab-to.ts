import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has: then the control cannot be reached. */
const MOST_STOPS = 150

/** Presses Tab until the control has the focus, as people without a mouse do. */
export async function tabTo(page: Page, control: Locator, key = 'Tab') {
  await expect(control).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}
