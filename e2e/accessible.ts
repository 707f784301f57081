import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, type TestInfo, test } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { isFull } from '../tests/amount.ts'

/** Half as long as `axe.source`, which each page would have to read. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe judges by colours: all else is the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Fails with the rules that the page breaks, as axe sees it (WCAG 2.2 AA and best practice). */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await brokenRules(page, {})).toEqual([])
}

/** How often each journey has looked. */
const looks = new WeakMap<TestInfo, number>()

/**
 * In dark and in light by turns, from one look of a journey to its next; in full in both at every look.
 * Leaves the page in light.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  const before = looks.get(test.info()) ?? 0
  looks.set(test.info(), before + 1)
  const isLight = before % 2 === 1
  if (isFull || !isLight) {
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await brokenRules(page, isFull ? { runOnly: COLOUR_RULES } : {})).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  if (isFull || isLight) await expectAccessible(page)
}

/** Ends all transitions first, since axe judges colours as they are. Reports violations only: passes take longer. */
async function brokenRules(page: Page, options: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return await page.evaluate(
    async (asked) => {
      const { axe } = window as unknown as { axe: { run: typeof import('axe-core').run } }
      for (const change of document.getAnimations()) {
        if (change.effect?.getComputedTiming().endTime !== Infinity) change.finish()
      }
      const { violations } = await axe.run(document, asked)
      return violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    { ...options, iframes: false, resultTypes: ['violations'] } satisfies RunOptions,
  )
}

export async function expectNothingCutOff(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'nothing is cut off, nothing scrolls sideways').toBe(0)
}
