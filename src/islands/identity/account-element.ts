import type { PublicSettings } from '#lib/page/public-settings.ts'

const account = () => document.querySelector<HTMLElement>('[data-account]')

export function pagePerson(): string | null {
  return account()?.dataset['account'] || null
}

export function pageSettings(): PublicSettings {
  return JSON.parse(account()?.dataset['settings'] ?? 'null')
}
