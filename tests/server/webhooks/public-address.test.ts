import dns from 'node:dns'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  isPublicAddress,
  PrivateAddressError,
  publicLookup,
  refusePrivateHost,
} from '#server/webhooks/public-address.ts'
import { postWebhook } from '#server/webhooks/send-webhooks.ts'

/* Where webhooks may be sent: the public internet alone. */

const INSIDE = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

test.each(INSIDE)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '185.199.108.153', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://db.localhost/',
])('%s is refused without a look-up', (address) => {
  expect(() => refusePrivateHost(new URL(address))).toThrow(PrivateAddressError)
})

type Answer = { address: string; family: number }[]

/** As `dns.lookup` with `all`. */
function nameServerSays(...answers: Answer[]) {
  const lookup = vi.spyOn(dns, 'lookup') as unknown as {
    mockImplementation: (
      fake: (name: string, options: object, done: (error: null, answer: Answer) => void) => void,
    ) => void
  }
  let asked = 0
  lookup.mockImplementation((_name, _options, done) => {
    done(null, answers[Math.min(asked, answers.length - 1)] ?? [])
    asked += 1
  })
  return () => asked
}
afterEach(() => void vi.restoreAllMocks())

const lookUp = (options: { all?: boolean }) =>
  new Promise((resolve, reject) =>
    publicLookup('example.org', options, (error, address, family) =>
      error ? reject(error) : resolve(options.all ? address : [address, family]),
    ),
  )

describe('the look-up', () => {
  const outside = { address: '185.199.108.153', family: 4 }

  test('gives what the name server says, in either form', async () => {
    nameServerSays([outside])
    expect(await lookUp({ all: true })).toEqual([outside])
    expect(await lookUp({})).toEqual(['185.199.108.153', 4])
  })

  test.each(INSIDE)('refuses a name that also leads to %s', async (address) => {
    nameServerSays([outside, { address, family: address.includes(':') ? 6 : 4 }])
    await expect(lookUp({ all: true })).rejects.toThrow(PrivateAddressError)
  })

  test('is the one that the connection uses: the name server is asked once', async () => {
    const asked = nameServerSays([{ address: '127.0.0.1', family: 4 }])
    const sent = postWebhook(
      new URL('https://practice.example.org/'),
      { headers: {}, body: '{}' },
      false,
    )
    await expect(sent).rejects.toThrow('practice.example.org is in a private network.')
    expect(asked()).toBe(1)
  })
})
