import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** The heading of the dialog that is open; null when none is. */
export const title = () => screen.queryByRole('dialog')?.querySelector('h2')?.textContent ?? null

/** The names of the buttons that can be pressed. */
export const buttons = () =>
  screen
    .queryAllByRole('button')
    .filter((button) => button.getAttribute('aria-disabled') !== 'true')
    .map(({ textContent }) => textContent)

export const showsNothing = () => expect(screen.queryByRole('dialog')).toBeNull()
