export async function refreshAccount(): Promise<void> {
  const here = location.pathname + location.search
  const answer = await fetch(`/account-menu?${new URLSearchParams({ here })}`)
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const menu = fresh.querySelector('[data-account]')
  if (menu) document.querySelector('[data-account]')?.replaceWith(document.adoptNode(menu))
}
