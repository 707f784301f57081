/** Opens the release notes in place of the plain changelog that the link leads to. */
export async function openWhatsNew(link: HTMLAnchorElement): Promise<void> {
  link.closest('details')?.querySelector('summary')?.focus()
  const { openReleaseNotes } = await import('./ReleaseNotes.tsx')
  await openReleaseNotes(true)
}
