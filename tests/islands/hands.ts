import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { FakeApi } from './fake-api.ts'
import { settled } from './settled.ts'

/** Presses a button, or what has another role, and waits until the page is at rest. */
export const pressing =
  (user: UserEvent) =>
  async (name?: string | RegExp, role: 'button' | 'link' | 'radio' | 'checkbox' = 'button') => {
    await user.click(screen.getByRole(role, name === undefined ? {} : { name }))
    await settled()
  }

/** Answers or refuses the oldest call of these that waits, and waits until the page is at rest. */
export const answering = (api: FakeApi) => ({
  answer: async (...given: Parameters<FakeApi['answer']>) => {
    api.answer(...given)
    await settled()
  },
  fail: async (...given: Parameters<FakeApi['fail']>) => {
    api.fail(...given)
    await settled()
  },
})
