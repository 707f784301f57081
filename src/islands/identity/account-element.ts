import type { PublicSettings } from '#lib/page/public-settings.ts'

/** The header's account menu has what the server knew when it made the page. */
const account = () => document.querySelector<HTMLElement>('[data-account]')

export function pagePerson(): string | null {
  return account()?.dataset['account'] || null
}

export function pageSettings(): PublicSettings {
  return JSON.parse(account()?.dataset['settings'] ?? 'null')
}
