import { expect, test } from 'vitest'
import { isValidAt, userManager } from '#islands/identity/user-manager.ts'
import { settings } from '../public-settings.ts'

test('the provider’s client has the constants of docs/product.md', () => {
  expect(userManager(settings).settings).toMatchObject({
    authority: 'https://clinic.example/idp',
    client_id: 'carelane',
    scope: 'openid profile email',
    response_type: 'code',
    disablePKCE: false,
    redirect_uri: `${location.origin}/callback`,
    silent_redirect_uri: `${location.origin}/silent-renew`,
    post_logout_redirect_uri: `${location.origin}/logout-success`,
    loadUserInfo: true,
    staleStateAgeInSeconds: 900,
    accessTokenExpiringNotificationTimeInSeconds: 10,
    silentRequestTimeoutInSeconds: 10,
    requestTimeoutInSeconds: 10,
    checkSessionIntervalInSeconds: 2,
    automaticSilentRenew: false,
    validateSubOnSilentRenew: true,
  })
})

test('a page has one, and another once the settings are others', () => {
  const first = userManager(settings)
  expect(userManager({ ...settings })).toBe(first)
  const elsewhere = { ...settings.identity, authority: 'https://id.example' }
  expect(userManager({ ...settings, identity: elsewhere })).not.toBe(first)
})

test.each([
  [-301, false],
  [-299, true],
  [3600 + 299, true],
  [3600 + 301, false],
])('an ID token of an hour, %i seconds after it was issued, is valid: %s', (seconds, isValid) => {
  const iat = 1_800_000_000
  expect(isValidAt({ iat, exp: iat + 3600 }, (iat + seconds) * 1000)).toBe(isValid)
})
