import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { QuestionTexts, TextQuestion } from '../../ui/form/use-question-form.ts'
import type { PersonLookups } from './lookups.ts'

type AddressQuestionProps = Pick<PersonLookups, 'findAddresses' | 'loadAddress'> & {
  isForOther?: boolean
  text: (field: AddressField) => TextQuestion
  texts: (field: AddressField) => QuestionTexts
  read: (field: AddressField) => string
  onFound: (address: Record<AddressField, string>) => void
}

export function AddressQuestion(props: AddressQuestionProps) {
  const { text, texts, read, onFound, findAddresses, loadAddress } = props
  const [isByHand, setByHand] = useState(() => ADDRESS_FIELDS.some((field) => read(field)))
  const [isKept, setLeft] = useState(false)
  const shouldFocus = useRef(false)
  const isOpen = isByHand || ADDRESS_FIELDS.some((field) => texts(field).error)
  const { id: firstId } = texts('address1')

  useEffect(() => {
    if (!isOpen || !shouldFocus.current) return
    shouldFocus.current = false
    document.getElementById(firstId)?.focus()
  }, [isOpen, firstId])

  const openByHand = () => {
    setLeft(true)
    shouldFocus.current = true
    setByHand(true)
  }
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">
        {props.isForOther ? 'Their address (optional)' : 'Your address (optional)'}
      </legend>
      <AddressLookup
        id={`${firstId}-lookup`}
        label={props.isForOther ? 'Find their address' : 'Find your address'}
        isKept={isKept}
        onFound={onFound}
        onOver={() => setByHand(true)}
        {...{ findAddresses, loadAddress }}
      />
      {isOpen ? (
        <AddressFields text={text} />
      ) : (
        <div>
          <Button look="quiet" className="button-flush" onClick={openByHand}>
            Enter address manually
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function AddressFields({ text }: Pick<AddressQuestionProps, 'text'>) {
  return (
    <>
      <TextField {...text('address1')} label="Address line 1" autoComplete="address-line1" />
      <TextField
        {...text('address2')}
        label="Address line 2"
        optional
        autoComplete="address-line2"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...text('city')} label="Town or city" autoComplete="address-level2" />
        <TextField {...text('county')} label="County" optional autoComplete="address-level1" />
        <TextField {...text('nation')} label="Country" optional autoComplete="country-name" />
        <TextField {...text('postcode')} label="Postcode" autoComplete="postal-code" />
      </div>
    </>
  )
}

const ADDRESS_FIELDS = ['address1', 'address2', 'city', 'county', 'nation', 'postcode'] as const

type AddressField = (typeof ADDRESS_FIELDS)[number]

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
