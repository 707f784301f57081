const SIDE_PX = 1000
const NAME = 'carelane-session'
/** It is in the session storage of a popup alone, which starts with a copy of the page's. */
const MARK = 'carelane.popup'

/**
 * Opens a window beside the page, in the middle of the screen. One at a time: where it is open
 * already it goes to the new address.
 * @throws when the browser opens none.
 */
export function openPopup(address: string): Window {
  const left = Math.max(0, Math.round((screen.width - SIDE_PX) / 2))
  const top = Math.max(0, Math.round((screen.height - SIDE_PX) / 2))
  mark(true)
  const opened = open(
    address,
    NAME,
    `popup,width=${SIDE_PX},height=${SIDE_PX},left=${left},top=${top}`,
  )
  mark(false)
  if (!opened || opened.closed) throw new Error('The window is null: the browser opened none.')
  return opened
}

export function isPopup(): boolean {
  try {
    return sessionStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}

function mark(isMarked: boolean) {
  try {
    if (isMarked) sessionStorage.setItem(MARK, '')
    else sessionStorage.removeItem(MARK)
  } catch {}
}
