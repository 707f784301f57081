import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps, ReactNode } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { fakeApi } from './fake-api.ts'
import { pressing } from './hands.ts'
import { InIsland } from './InIsland.tsx'
import { settled } from './settled.ts'
import { WithQueries } from './WithQueries.tsx'

/** An island in front of an API that waits, and the hands of a person. */
export async function openIsland(island: (api: ApiClient) => ReactNode, api = fakeApi()) {
  const user = userEvent.setup({ delay: null })
  const { unmount } = render(island(api.client))
  await settled()
  return {
    api,
    user,
    press: pressing(user),
    /** Replaces what stands in a field, as if typed at once. */
    async type(label: string | RegExp, text: string) {
      await user.clear(screen.getByLabelText(label))
      if (text) await user.paste(text)
      await settled()
    },
    unmount,
  }
}

type Surroundings = Omit<ComponentProps<typeof InIsland>, 'api' | 'children'>

/** A part of an island, in what islands give to all their parts. */
export const openPart = (part: ReactNode, around: Surroundings = {}, api = fakeApi()) =>
  openIsland(
    (client) => (
      <WithQueries>
        <InIsland {...around} api={client}>
          {part}
        </InIsland>
      </WithQueries>
    ),
    api,
  )
