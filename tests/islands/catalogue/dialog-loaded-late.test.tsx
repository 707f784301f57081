import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ServiceTools } from '#islands/catalogue/ServiceTools.tsx'
import { settings } from '../public-settings.ts'

/** Alone in its file: the dialog must not have been loaded by a test before. */
it('gives the focus back to the button whose press loaded the dialog', async () => {
  render(<ServiceTools serviceUrlPath="/services/flu-jab/detail" title="Flu" settings={settings} />)
  const button = screen.getByRole('button', { name: 'I have a secret key' })
  await userEvent.click(button)
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})
