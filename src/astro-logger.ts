import { channel } from 'node:diagnostics_channel'
import { PAGE_CHANNEL } from '#lib/page/page-channel.ts'

/**
 * Takes the place of Astro's logger in the built site. Its messages hold addresses and errors as
 * text, so only that there was one goes on, to the server's own log.
 */
export default () => ({
  write: ({ level }: { level: string }) => channel(PAGE_CHANNEL).publish(level),
})
