import { z } from 'zod'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { StartError } from './start-error.ts'

const flag = z
  .enum(['0', '1', 'false', 'true'], { error: 'expected 1 or 0' })
  .default('0')
  .transform((value) => value === '1' || value === 'true')

const wholeNumber = (lowest: number, highest: number) =>
  z.coerce
    .number({ error: `expected a whole number from ${lowest} to ${highest}` })
    .int(`expected a whole number from ${lowest} to ${highest}`)
    .min(lowest, `expected a whole number from ${lowest} to ${highest}`)
    .max(highest, `expected a whole number from ${lowest} to ${highest}`)

/** At least a month: what is removed does not come back. */
const retentionDays = wholeNumber(30, 3650)

const webAddress = z.url({
  protocol: /^https?$/,
  abort: true,
  error: 'expected a web address such as https://example.org',
})

const timeZone = z.string().refine(
  (zone) => {
    try {
      new Intl.DateTimeFormat('en-GB', { timeZone: zone })
      return true
    } catch {
      return false
    }
  },
  { error: 'expected a time zone such as Europe/London' },
)

const databaseAddress = z.string().regex(/^postgres(ql)?:\/\/.+/, {
  error: 'expected an address such as postgres://user:password@host:5432/name',
})

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLocalHost = (hostname: string) => LOCAL_HOSTS.has(hostname)

/** Nobody can read what travels there. */
const isPrivateWay = (address: string) =>
  address.startsWith('https:') || isLocalHost(new URL(address).hostname)

const isMailServer = (text: string) => {
  const address = URL.parse(text)
  return address !== null && /^smtps?:$/.test(address.protocol) && address.hostname !== ''
}

const isSender = (text: string) => {
  const address = /^[^<>"\r\n]+ <([^<>]+)>$/.exec(text)?.[1] ?? text
  return z.email().safeParse(address).success
}

const isSocketAddress = (text: string) => {
  const address = URL.parse(text)
  if (!address || text.endsWith('/') || address.search || address.hash) return false
  return address.protocol === 'wss:' || (address.protocol === 'ws:' && isPrivateWay(text))
}

/** Without the secret of old DSNs, because every browser gets it. */
const isDsn = (text: string) => {
  const address = URL.parse(text)
  if (!address || !isPrivateWay(text) || !/^https?:$/.test(address.protocol)) return false
  const { username, password, pathname, search, hash } = address
  return /^\w+$/.test(username) && !password && /\/\d+$/.test(pathname) && !search && !hash
}

const isTunnel = (text: string) =>
  /^\/[\w.-][\w./-]*$/.test(text) || (webAddress.safeParse(text).success && isPrivateWay(text))

const S3_SETTINGS = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
] as const

/** docs/configuration.md and `.env.example` list them. */
const Environment = z
  .object({
    HOST: z.string().min(1).default('localhost'),
    PORT: wholeNumber(0, 65_535).default(4321),
    PUBLIC_URL: webAddress
      .refine((address) => /^https?:\/\/[^/?#]+\/?$/.test(address), {
        error: 'expected an address without a path',
      })
      .optional(),
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_OWNER_URL: databaseAddress.optional(),
    DATABASE_POOL_SIZE: wholeNumber(1, 200).default(8),
    DATA_DIR: z.string().min(1).default('.data'),
    FILES_S3_ENDPOINT: webAddress.optional(),
    FILES_S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected the name of a bucket')
      .optional(),
    FILES_S3_REGION: z.string().min(1).default('us-east-1'),
    FILES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    PRODUCT_NAME: z.string().trim().min(1).max(60).default('Carelane'),
    BRAND_COLOUR: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'expected a colour such as #0b6b58')
      .default('#0b6b58'),
    CLINIC_TIME_ZONE: timeZone.default('Europe/London'),
    BOOKING_NOTICE_MINUTES: wholeNumber(0, 60 * 24 * 90).default(0),
    BOOKING_HORIZON_DAYS: wholeNumber(1, 730).default(180),
    CALENDAR_FEED_NAMES: flag,
    CHANGE_NOTICE_HOURS: wholeNumber(0, 24 * 30).default(0),
    GUEST_ACCESS_DAYS: wholeNumber(1, 730).default(365),
    WAITING_LIST_OFFER_MINUTES: wholeNumber(15, 60 * 24).default(120),
    GUEST_RETENTION_DAYS: retentionDays.optional(),
    SAVED_FORM_RETENTION_DAYS: retentionDays.optional(),
    DASHBOARD_UPCOMING_LIMIT: wholeNumber(1, 100).default(10),
    SERVICES_KEY: z.string().min(8, 'expected at least 8 characters').optional(),
    ADDRESS_SERVICE_URL: webAddress.optional(),
    ADDRESS_SERVICE_KEY: z.string().min(1).optional(),
    API_BASE: webAddress.optional(),
    WEBSOCKET_BASE: z
      .string()
      .refine(isSocketAddress, {
        error: 'expected an address such as wss://example.org/ws, without a slash at its end',
      })
      .optional(),
    OIDC_ISSUER: webAddress.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_BROWSER_CLIENT_ID: z.string().min(1).optional(),
    OIDC_SCOPE: z
      .string()
      .regex(/^(?=.*\bopenid\b)[\x21-\x7e]+( [\x21-\x7e]+)*$/, {
        error: 'expected scopes with openid among them, such as openid profile email',
      })
      .default('openid profile email'),
    SESSION_IDLE_MINUTES: wholeNumber(1, 60 * 24 * 30).default(60),
    SESSION_HOURS: wholeNumber(1, 24 * 30).default(12),
    SIGN_IN_AGAIN_MINUTES: wholeNumber(0, 24 * 60).default(30),
    SMTP_URL: z
      .string()
      .refine(isMailServer, {
        error: 'expected an address such as smtp://user:password@mail.example.org:587',
      })
      .optional(),
    MAIL_FROM: z
      .string()
      .refine(isSender, {
        error: 'expected an email address, such as Harbour Clinic <post@example.org>',
      })
      .optional(),
    NOTIFY_API_KEY: z
      .string()
      .regex(/-[0-9a-f-]{36}-[0-9a-f-]{36}$/, 'expected an API key of GOV.UK Notify')
      .optional(),
    NOTIFY_TEMPLATE_ID: z.uuid({ error: 'expected the id of a template' }).optional(),
    NOTIFY_URL: webAddress.default('https://api.notifications.service.gov.uk'),
    SMS_URL: webAddress.optional(),
    SMS_AUTHORIZATION: z
      .string()
      .regex(/^[\x20-\x7e]+$/, 'expected the value of a header, such as Bearer abc')
      .optional(),
    SMS_COUNTRIES: z
      .string()
      .regex(/^\+[1-9]\d{0,6}(?:\s*,\s*\+[1-9]\d{0,6})*$/, {
        error: 'expected calling codes such as +44,+353',
      })
      .default('+44')
      .transform((codes) => codes.split(/\s*,\s*/)),
    SMS_FROM: z.string().trim().min(1).max(15).optional(),
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: flag,
    FIRST_ADMINISTRATOR_EMAIL: z.email({ error: 'expected an email address' }).optional(),
    ALLOW_DEMO_IDENTITY: flag,
    RATE_LIMITS: z.enum(['on', 'off'], { error: 'expected on or off' }).default('on'),
    TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
    BACKGROUND_WORK: z.enum(['on', 'off'], { error: 'expected on or off' }).default('on'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'expected debug, info, warn, error or silent',
      })
      .default('info'),
    ENVIRONMENT: z.string().min(1).max(40).default('production'),
    ERROR_REPORTING_DSN: z
      .string()
      .refine(isDsn, { error: 'expected an address such as https://key@errors.example.org/1' })
      .optional(),
    ERROR_REPORTING_TUNNEL: z
      .string()
      .refine(isTunnel, { error: 'expected a path such as /errors, or an address with https' })
      .optional(),
    SECRETS_KEY: z.string().min(32, 'expected at least 32 characters').optional(),
    SESSION_REPLAY_KEY: z.string().regex(/^\w+$/, 'expected letters and digits').optional(),
  })
  .refine((given) => given.DATABASE_URL || !given.DATABASE_OWNER_URL, {
    path: ['DATABASE_OWNER_URL'],
    error: 'expected together with DATABASE_URL',
  })
  .refine((given) => given.ERROR_REPORTING_DSN || !given.ERROR_REPORTING_TUNNEL, {
    path: ['ERROR_REPORTING_TUNNEL'],
    error: 'expected together with ERROR_REPORTING_DSN',
  })
  .refine((given) => given.ERROR_REPORTING_DSN || !given.SESSION_REPLAY_KEY, {
    path: ['SESSION_REPLAY_KEY'],
    error: 'expected together with ERROR_REPORTING_DSN',
  })
  .refine((given) => !given.SMTP_URL === !given.MAIL_FROM, {
    path: ['MAIL_FROM'],
    error: 'expected together with SMTP_URL',
  })
  .refine((given) => !given.NOTIFY_API_KEY === !given.NOTIFY_TEMPLATE_ID, {
    path: ['NOTIFY_TEMPLATE_ID'],
    error: 'expected together with NOTIFY_API_KEY',
  })
  .refine((given) => !given.NOTIFY_API_KEY || !given.SMS_URL, {
    path: ['SMS_URL'],
    error: 'expected instead of NOTIFY_API_KEY, not together with it',
  })
  .refine((given) => given.SMS_URL || (!given.SMS_AUTHORIZATION && !given.SMS_FROM), {
    path: ['SMS_URL'],
    error: 'expected together with SMS_AUTHORIZATION and SMS_FROM',
  })
  .superRefine((given, context) => {
    for (const name of ['NOTIFY_URL', 'SMS_URL'] as const) {
      if (given[name] === undefined || isPrivateWay(given[name])) continue
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'expected an address with https, unless the service is on this machine',
      })
    }
  })
  .refine((given) => !given.ADDRESS_SERVICE_URL === !given.ADDRESS_SERVICE_KEY, {
    path: ['ADDRESS_SERVICE_KEY'],
    error: 'expected together with ADDRESS_SERVICE_URL',
  })
  .superRefine((given, context) => {
    const missing = S3_SETTINGS.filter((name) => given[name] === undefined)
    if (missing.length === 0 || missing.length === S3_SETTINGS.length) return
    for (const name of missing) {
      const others = S3_SETTINGS.filter((other) => other !== name).join(', ')
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `expected together with ${others}`,
      })
    }
  })
  .refine(({ FILES_S3_ENDPOINT: endpoint }) => endpoint === undefined || isPrivateWay(endpoint), {
    path: ['FILES_S3_ENDPOINT'],
    error: 'expected an address with https, unless the storage is on this machine',
  })
  .refine((given) => !given.OIDC_ISSUER === !given.OIDC_CLIENT_ID, {
    path: ['OIDC_CLIENT_ID'],
    error: 'expected together with OIDC_ISSUER',
  })
  .refine(({ OIDC_ISSUER: issuer }) => issuer === undefined || isPrivateWay(issuer), {
    path: ['OIDC_ISSUER'],
    error: 'expected an address with https, unless the provider is on this machine',
  })

export type Settings = Omit<z.infer<typeof Environment>, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID'> & {
  OIDC_ISSUER: string
  OIDC_CLIENT_ID: string
  publicUrl: string
  demo: boolean
}

const DEMO_SERVICES_KEY = 'carelane-demo'
/** Everybody knows it, and what it seals is made up. */
const DEMO_SECRETS_KEY = 'carelane-demo-seals-nothing-that-matters'

export const DEMO_PROVIDER_PATH = '/idp'
export const DEMO_CLIENT_ID = 'carelane'

/** Only this machine reaches these. */
const LISTENS_LOCALLY = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Empty variables count as unset. @throws StartError naming each bad setting. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`Bad setting. ${faults.join('; ')}.`)
  }
  const settings = parsed.data
  const publicUrl = (settings.PUBLIC_URL ?? localAddress(settings.HOST, settings.PORT)).replace(
    /\/+$/,
    '',
  )
  // The network reaches it, whatever PUBLIC_URL says.
  const isExposed = !LISTENS_LOCALLY.test(settings.HOST)
  const isLocal = LOCAL_HOSTS.has(new URL(publicUrl).hostname) && !isExposed
  const demo = settings.OIDC_ISSUER === undefined
  if (demo && !isLocal && !settings.ALLOW_DEMO_IDENTITY) {
    throw new StartError(
      "Bad setting. OIDC_ISSUER: expected the address of your identity provider, since the demonstration's is for this machine alone (ALLOW_DEMO_IDENTITY=1 opens it to others).",
    )
  }
  if (!demo && !isPrivateWay(publicUrl)) {
    throw new StartError(
      'Bad setting. PUBLIC_URL: expected an address with https, since people sign in there, unless it is on this machine.',
    )
  }
  return {
    ...settings,
    publicUrl,
    demo,
    OIDC_ISSUER: settings.OIDC_ISSUER ?? `${publicUrl}${DEMO_PROVIDER_PATH}`,
    OIDC_CLIENT_ID: settings.OIDC_CLIENT_ID ?? DEMO_CLIENT_ID,
    SERVICES_KEY: settings.SERVICES_KEY ?? (demo ? DEMO_SERVICES_KEY : undefined),
    SECRETS_KEY: settings.SECRETS_KEY ?? (demo ? DEMO_SECRETS_KEY : undefined),
  }
}

export function publicSettings(settings: Settings): PublicSettings {
  return {
    productName: settings.PRODUCT_NAME,
    brandColour: settings.BRAND_COLOUR,
    timeZone: settings.CLINIC_TIME_ZONE,
    publicUrl: settings.publicUrl,
    apiBase: settings.API_BASE ?? '/api',
    webSocketBase: settings.WEBSOCKET_BASE ?? '/ws',
    environment: settings.ENVIRONMENT,
    identity: {
      authority: settings.OIDC_ISSUER,
      clientId: settings.OIDC_BROWSER_CLIENT_ID ?? settings.OIDC_CLIENT_ID,
      scope: settings.OIDC_SCOPE,
    },
    dashboardUpcomingLimit: settings.DASHBOARD_UPCOMING_LIMIT,
    retention: {
      guests: settings.GUEST_RETENTION_DAYS ?? null,
      savedForms: settings.SAVED_FORM_RETENTION_DAYS ?? null,
    },
    errorReporting: settings.ERROR_REPORTING_DSN
      ? {
          dsn: settings.ERROR_REPORTING_DSN,
          tunnel: settings.ERROR_REPORTING_TUNNEL ?? null,
          replayKey: settings.SESSION_REPLAY_KEY ?? null,
        }
      : null,
    sendsEmail: settings.demo || settings.SMTP_URL !== undefined,
    sendsTexts:
      settings.demo || settings.NOTIFY_API_KEY !== undefined || settings.SMS_URL !== undefined,
    textCountries: settings.SMS_COUNTRIES,
    demo: settings.demo,
  }
}

function localAddress(host: string, port: number): string {
  if (EVERY_ADDRESS.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
