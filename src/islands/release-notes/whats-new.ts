/** Opens the release notes in place of the plain changelog that the link leads to. */
export async function openWhatsNew(link: HTMLAnchorElement): Promise<void> {
  // The menu closes, and its link with it: the focus is to come back to what opens the menu.
  link.closest('details')?.querySelector('summary')?.focus()
  const { openReleaseNotes } = await import('./ReleaseNotes.tsx')
  await openReleaseNotes(true)
}
