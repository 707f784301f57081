import '../ui/island-setup.ts'

import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LatePart } from '#islands/booking/LatePart.tsx'

function Missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

test('a part that does not arrive offers to load the page again', () => {
  render(
    <LatePart>
      <Missing />
    </LatePart>,
    { onCaughtError: () => undefined },
  )
  expect(screen.getByRole('alert').textContent).toMatch(/Anything you entered is kept/)
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
})
