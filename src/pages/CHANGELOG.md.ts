import changelog from '../../CHANGELOG.md?raw'

export const GET = () =>
  new Response(changelog, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
