import type { Address } from '#lib/contract/people.ts'
import type { AddressProvider } from './address-service.ts'

const MOST_SUGGESTIONS = 10

export function builtInAddresses(): AddressProvider {
  const addresses = demoAddresses()
  return {
    async suggest(query) {
      const words = query.toLowerCase().split(/[\s,]+/)
      return addresses
        .filter((address) => {
          const text = label(address).toLowerCase()
          const joined = text.replace(/\s/g, '')
          return words.every((word) => text.includes(word) || joined.includes(word))
        })
        .slice(0, MOST_SUGGESTIONS)
        .map((address) => ({ id: address.id, label: label(address) }))
    },
    async find(id) {
      return addresses.find((address) => address.id === id) ?? null
    },
  }
}

const label = ({ address1, address2, city, postcode }: Address) =>
  [address1, address2, city, postcode].filter(Boolean).join(', ')

// ZZ is no postcode area.
const STREETS = [
  { street: 'Harbour Street', postcode: 'ZZ1 1AA', houses: 24 },
  { street: 'Mill Lane', postcode: 'ZZ1 2BB', houses: 18 },
  { street: 'Orchard Road', postcode: 'ZZ2 3CC', houses: 30 },
  { street: 'Station Approach', postcode: 'ZZ2 4DD', houses: 12 },
  { street: 'Chapel Row', postcode: 'ZZ3 5EE', houses: 16 },
  { street: 'The Green', postcode: 'ZZ3 6FF', houses: 9 },
]

function demoAddresses(): Address[] {
  return STREETS.flatMap(({ street, postcode, houses }) =>
    Array.from({ length: houses }, (_, index) => ({
      id: `${street.toLowerCase().replace(/\s/g, '-')}-${index + 1}`,
      address1: `${index + 1} ${street}`,
      address2: '',
      city: 'Saltmere',
      county: 'Eastshire',
      nation: 'England',
      postcode,
    })),
  )
}
