import changelog from '../../CHANGELOG.md?raw'

/** The changelog as it stands in the repository, for the release notes. */
export const GET = () =>
  new Response(changelog, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
