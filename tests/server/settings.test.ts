import { describe, expect, test } from 'vitest'
import { publicSettings, readSettings } from '#server/settings.ts'
import { StartError } from '#server/start-error.ts'

const fault = (environment: Record<string, string>): string => {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return error instanceof Error ? error.message : ''
  }
  return 'no fault'
}

describe('a bad setting is told by its name and what is expected', () => {
  test.each([
    ['PORT', 'eighty', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '80.5', 'a whole number from 0 to 65535'],
    [
      'DATABASE_URL',
      'mysql://localhost/x',
      'an address such as postgres://user:password@host:5432/name',
    ],
    ['DATABASE_POOL_SIZE', '0', 'a whole number from 1 to 200'],
    ['PUBLIC_URL', 'example.org', 'a web address such as https://example.org'],
    ['PUBLIC_URL', 'ftp://example.org', 'a web address such as https://example.org'],
    ['CLINIC_TIME_ZONE', 'Europe/Atlantis', 'a time zone such as Europe/London'],
    ['BOOKING_NOTICE_MINUTES', '-1', 'a whole number from 0 to 129600'],
    ['BOOKING_HORIZON_DAYS', '0', 'a whole number from 1 to 730'],
    ['CHANGE_NOTICE_HOURS', '721', 'a whole number from 0 to 720'],
    ['GUEST_RETENTION_DAYS', '0', 'a whole number from 30 to 3650'],
    ['SAVED_FORM_RETENTION_DAYS', 'a year', 'a whole number from 30 to 3650'],
    ['SERVICES_KEY', 'short', 'at least 8 characters'],
    ['SECRETS_KEY', 'too short for a key', 'at least 32 characters'],
    ['SIGN_IN_AGAIN_MINUTES', '-1', 'a whole number from 0 to 1440'],
    ['RATE_LIMITS', 'yes', 'on or off'],
    ['BACKGROUND_WORK', 'no', 'on or off'],
    ['LOG_LEVEL', 'loud', 'debug, info, warn, error or silent'],
    ['ALLOW_DEMO_IDENTITY', 'yes', '1 or 0'],
    ['TRUSTED_PROXIES', 'all', 'a whole number from 0 to 10'],
    ['API_BASE', '/api', 'a web address such as https://example.org'],
    ...['https://example.org/ws', 'ws://example.org/ws', 'wss://example.org/ws/'].map(
      (address): [string, string, string] => [
        'WEBSOCKET_BASE',
        address,
        'an address such as wss://example.org/ws, without a slash at its end',
      ],
    ),
  ])('%s=%s', (name, value, expectation) => {
    expect(fault({ [name]: value })).toBe(`Bad setting. ${name}: expected ${expectation}.`)
  })

  test('a file storage in part, or one whose files others could read on the way', () => {
    const storage = {
      FILES_S3_ENDPOINT: 'https://s3.example',
      FILES_S3_BUCKET: 'carelane',
      FILES_S3_ACCESS_KEY_ID: 'a key',
      FILES_S3_SECRET_ACCESS_KEY: 'a secret',
    }
    const { FILES_S3_BUCKET: _, ...part } = storage
    expect(fault(part)).toBe(
      'Bad setting. FILES_S3_BUCKET: expected together with FILES_S3_ENDPOINT, FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY.',
    )
    expect(fault({ ...storage, FILES_S3_ENDPOINT: 'http://s3.example' })).toBe(
      'Bad setting. FILES_S3_ENDPOINT: expected an address with https, unless the storage is on this machine.',
    )
    expect(fault({ ...storage, FILES_S3_ENDPOINT: 'http://localhost:9000' })).toBe('no fault')
  })

  test('an address service without its key, or a key without its service', () => {
    const together = 'Bad setting. ADDRESS_SERVICE_KEY: expected together with ADDRESS_SERVICE_URL.'
    expect(fault({ ADDRESS_SERVICE_URL: 'https://addresses.example' })).toBe(together)
    expect(fault({ ADDRESS_SERVICE_KEY: 'a key' })).toBe(together)
  })

  test.each([
    'errors.example.org/1',
    'https://errors.example.org/1',
    'https://key@errors.example.org/',
    'https://key:secret@errors.example.org/1',
    'http://key@errors.example.org/1',
    'https://key@errors.example.org/1?x=1',
    'postgres://key@localhost/1',
  ])('an address of error reports that is none: %s', (address) => {
    expect(fault({ ERROR_REPORTING_DSN: address })).toBe(
      'Bad setting. ERROR_REPORTING_DSN: expected an address such as https://key@errors.example.org/1.',
    )
  })

  test.each([
    ['ERROR_REPORTING_TUNNEL', '/errors'],
    ['SESSION_REPLAY_KEY', 'key'],
  ])('%s without where errors are reported', (name, value) => {
    expect(fault({ [name]: value })).toBe(
      `Bad setting. ${name}: expected together with ERROR_REPORTING_DSN.`,
    )
  })

  test.each([
    ['SESSION_REPLAY_KEY', 'a key', 'letters and digits'],
    ['ERROR_REPORTING_TUNNEL', 'errors', 'a path such as /errors, or an address with https'],
    ['ERROR_REPORTING_TUNNEL', '//example.org', 'a path such as /errors, or an address with https'],
    [
      'ERROR_REPORTING_TUNNEL',
      'http://example.org/errors',
      'a path such as /errors, or an address with https',
    ],
  ])('beside where errors are reported %s=%s', (name, value, expectation) => {
    const environment = { ERROR_REPORTING_DSN: 'https://key@errors.example.org/1', [name]: value }
    expect(fault(environment)).toBe(`Bad setting. ${name}: expected ${expectation}.`)
  })

  test('several at once, each', () => {
    expect(fault({ PORT: 'x', CLINIC_TIME_ZONE: 'x', LOG_LEVEL: 'x' })).toBe(
      'Bad setting. PORT: expected a whole number from 0 to 65535; CLINIC_TIME_ZONE: expected a time zone such as Europe/London; LOG_LEVEL: expected debug, info, warn, error or silent.',
    )
  })

  test('a secret is not repeated', () => {
    expect(fault({ SERVICES_KEY: 'hunter2', DATABASE_URL: 'me:hunter2@host' })).not.toContain(
      'hunter2',
    )
  })
})

describe('without settings', () => {
  test('it is a demonstration on this machine, in the clinic’s own zone', () => {
    expect(readSettings({})).toMatchObject({
      HOST: 'localhost',
      PORT: 4321,
      CLINIC_TIME_ZONE: 'Europe/London',
      RATE_LIMITS: 'on',
      publicUrl: 'http://localhost:4321',
      demo: true,
    })
  })

  test('an empty one counts as none', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', SERVICES_KEY: '' })).toEqual(readSettings({}))
  })
})

const provider = { OIDC_ISSUER: 'https://sign-in.example.org', OIDC_CLIENT_ID: 'carelane-web' }

describe('what follows from them', () => {
  test.each([
    [{ HOST: '0.0.0.0', PORT: '80', ...provider }, 'http://localhost:80', false],
    [{ ...provider }, 'http://localhost:4321', false],
    [
      { HOST: '::', PUBLIC_URL: 'http://localhost:81', ALLOW_DEMO_IDENTITY: '1' },
      'http://localhost:81',
      true,
    ],
    [
      { PUBLIC_URL: 'http://clinic.example.org', ALLOW_DEMO_IDENTITY: '1' },
      'http://clinic.example.org',
      true,
    ],
    [{ HOST: '::1', PORT: '82' }, 'http://[::1]:82', true],
    [{ PUBLIC_URL: 'https://book.example.org/', ...provider }, 'https://book.example.org', false],
    [
      { PUBLIC_URL: 'https://book.example.org', ALLOW_DEMO_IDENTITY: '1' },
      'https://book.example.org',
      true,
    ],
    [{ PUBLIC_URL: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000', true],
  ])('%o', (environment, publicUrl, demo) => {
    expect(readSettings(environment)).toMatchObject({ publicUrl, demo })
  })
})

describe('a site that people reach over the network without TLS', () => {
  test.each([
    { PUBLIC_URL: 'http://book.example.org' },
    { PUBLIC_URL: 'http://192.168.0.10', ALLOW_DEMO_IDENTITY: '1' },
    { HOST: '192.168.0.10' },
  ])('is refused, since sessions would be in the clear: %o', (environment) => {
    expect(fault({ ...provider, ...environment })).toBe(
      'Bad setting. PUBLIC_URL: expected an address with https, since people sign in there, unless it is on this machine.',
    )
  })
})

describe('the demonstration’s own identity provider', () => {
  test.each([
    { PUBLIC_URL: 'https://book.example.org' },
    { PUBLIC_URL: 'https://localhost.example.org' },
    { PUBLIC_URL: 'http://192.168.0.10' },
    { HOST: '0.0.0.0' },
    { HOST: '::', PORT: '80' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:4321' },
    { HOST: '::', PUBLIC_URL: 'http://127.0.0.1' },
    { HOST: '0', PUBLIC_URL: 'http://localhost' },
    { HOST: '192.168.0.10', PUBLIC_URL: 'http://localhost' },
  ])('does not open to others by chance: %o', (environment) => {
    expect(() => readSettings(environment)).toThrow(/^Bad setting\. OIDC_ISSUER: expected/)
  })

  test('gives way to the one that is configured', () => {
    expect(publicSettings(readSettings({})).identity).toEqual({
      authority: 'http://localhost:4321/idp',
      clientId: 'carelane',
      scope: 'openid profile email',
    })
    const given = { ...provider, OIDC_BROWSER_CLIENT_ID: 'browser', OIDC_SCOPE: 'openid' }
    expect(publicSettings(readSettings(given)).identity).toEqual({
      authority: 'https://sign-in.example.org',
      clientId: 'browser',
      scope: 'openid',
    })
  })

  test.each([
    [{ OIDC_ISSUER: 'https://sign-in.example.org' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_ID: 'carelane' }, 'OIDC_CLIENT_ID'],
    [{ ...provider, OIDC_SCOPE: 'profile' }, 'OIDC_SCOPE'],
    [{ ...provider, OIDC_ISSUER: 'sign-in.example.org' }, 'OIDC_ISSUER'],
    [{ ...provider, OIDC_ISSUER: 'http://sign-in.example.org' }, 'OIDC_ISSUER'],
  ])('%o is refused', (environment, name) => {
    expect(() => readSettings(environment)).toThrow(new RegExp(`^Bad setting\\. ${name}: `))
  })
})

describe('browsers report errors', () => {
  const toReporting = (environment: Record<string, string>) =>
    publicSettings(readSettings(environment)).errorReporting

  test('nowhere, unless it is said where', () => {
    expect(toReporting({})).toBeNull()
  })

  test('there, and record nothing unless there is a key for it', () => {
    expect(toReporting({ ERROR_REPORTING_DSN: 'http://key@localhost:9000/base/1' })).toEqual({
      dsn: 'http://key@localhost:9000/base/1',
      tunnel: null,
      replayKey: null,
    })
  })

  test('by a way of our own, and record sessions', () => {
    const dsn = 'https://key@errors.example.org/1'
    const more = { ERROR_REPORTING_TUNNEL: '/errors', SESSION_REPLAY_KEY: 'other' }
    expect(toReporting({ ERROR_REPORTING_DSN: dsn, ...more })).toEqual({
      dsn,
      tunnel: '/errors',
      replayKey: 'other',
    })
  })
})
