import type { PublicSettings } from '#lib/page/public-settings.ts'

/** Of the header's account menu: what the server knew when it made the page. */
const account = () => document.querySelector<HTMLElement>('[data-account]')

/** `uuid` of the person whom the page was made for; null when for nobody. */
export function pagePerson(): string | null {
  return account()?.dataset['account'] || null
}

export function pageSettings(): PublicSettings {
  return JSON.parse(account()?.dataset['settings'] ?? 'null')
}
