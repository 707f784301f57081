import { useCallback, useEffect, useRef, useState } from 'react'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import type { PersonLookups } from './lookups.ts'

export const ADDRESS_FIELDS = [
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
] as const

export type AddressField = (typeof ADDRESS_FIELDS)[number]

type AddressLookupProps = Pick<PersonLookups, 'findAddresses' | 'loadAddress'> & {
  id: string
  label: string
  /** An answer that comes late must not replace another try or one's own typing. */
  isKept?: boolean
  onFound: (address: Record<AddressField, string>) => void
  onOver: () => void
}

/** Finds an address by postcode or street. It may be slow or fail: by hand always works. */
export function AddressLookup(props: AddressLookupProps) {
  const { id, label, isKept = false, onFound, onOver, findAddresses, loadAddress } = props
  const [loading, setLoading] = useState<'no' | 'loading' | 'filled' | 'failed'>('no')
  const load = useRef<AbortController | null>(null)
  useEffect(() => () => load.current?.abort(), [])
  useEffect(() => {
    if (!isKept) return
    load.current?.abort()
    setLoading('no')
  }, [isKept])

  const fill = async (chosen: string) => {
    load.current?.abort()
    const leave = new AbortController()
    load.current = leave
    setLoading('loading')
    try {
      const address = await loadAddress(chosen, leave.signal)
      if (leave.signal.aborted) return
      const { address1, address2, city, county, nation, postcode } = address
      onFound({ address1, address2, city, county, nation, postcode })
      setLoading('filled')
    } catch {
      if (leave.signal.aborted) return
      setLoading('failed')
    }
    onOver()
  }
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  const lookupFailed = useCallback(() => over.current(), [])
  return (
    <>
      <LookupField
        id={id}
        label={label}
        hint="Start with the postcode or the street"
        find={findAddresses}
        keyOf={({ id: address }) => address}
        labelOf={(address) => address.label}
        onChoose={({ id: address }) => void fill(address)}
        onFailed={lookupFailed}
        one="address"
        many="addresses"
        failedText="We cannot look up addresses at the moment. Enter the address manually."
      />
      {loading === 'loading' && <Loading label="Filling in the address" />}
      <p
        role="status"
        className={loading === 'failed' ? 'field-error' : 'hint'}
        hidden={loading === 'no' || loading === 'loading'}
      >
        {loading === 'filled' && 'Address filled in. Check that it is right.'}
        {loading === 'failed' && 'We could not load that address. Enter it manually.'}
      </p>
    </>
  )
}
