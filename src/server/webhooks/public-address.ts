import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address leads to this machine or a network behind it, where nobody may be sent by a name. */
export class PrivateAddressError extends Error {}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is one of the public internet; IPv4 in IPv6 counts as what it stands for. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6)
}

export function refusePrivateHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isName = !ipaddr.isValid(host)
  const isPrivate = isName ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host)
  if (isPrivate) throw new PrivateAddressError('This address is in a private network.')
}

/**
 * Looks a name up for a connection, which is made to the addresses that were checked here: a second
 * answer of the name server counts for nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), [])
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateAddressError(`${hostname} is in a private network.`), [])
    }
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
