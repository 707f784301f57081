import { type ByRoleMatcher, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { settled } from './settled.ts'

/** Presses a button, or what has another role, and waits until the page is at rest. */
export const pressing =
  (user: UserEvent) =>
  async (name?: string | RegExp, role: 'button' | 'link' | 'radio' | 'checkbox' = 'button') => {
    await user.click(screen.getByRole(role, name === undefined ? {} : { name }))
    await settled()
  }

/** What all say that have a role, on the page or in a part of it. */
export const allTexts = (role: ByRoleMatcher, part: HTMLElement = document.body) =>
  within(part)
    .queryAllByRole(role)
    .map(({ textContent }) => textContent)
