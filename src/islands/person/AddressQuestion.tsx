import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { LookupField } from '../ui/LookupField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { QuestionWords, TextQuestion } from '../ui/use-question-form.ts'
import type { PersonLookups } from './lookups.ts'

const addressFields = ['address1', 'address2', 'city', 'county', 'nation', 'postcode'] as const

type AddressField = (typeof addressFields)[number]

type AddressQuestionProps = Pick<PersonLookups, 'findAddresses' | 'loadAddress'> & {
  text: (field: AddressField) => TextQuestion
  words: (field: AddressField) => QuestionWords
  /** What is in the form. */
  read: (field: AddressField) => string
  /** An address was chosen. */
  onFound: (address: Record<AddressField, string>) => void
}

/** An address by look-up or by hand. The look-up may be slow or fail: by hand always works. */
export function AddressQuestion(props: AddressQuestionProps) {
  const { text, words, read, onFound, findAddresses, loadAddress } = props
  const [isByHand, setByHand] = useState(() => addressFields.some((field) => read(field)))
  const [loading, setLoading] = useState<'no' | 'loading' | 'filled' | 'failed'>('no')
  const load = useRef<AbortController | null>(null)
  const focusWanted = useRef(false)
  const isOpen = isByHand || addressFields.some((field) => words(field).error)
  const { id: firstId } = words('address1')

  useEffect(() => {
    if (!isOpen || !focusWanted.current) return
    focusWanted.current = false
    document.getElementById(firstId)?.focus()
  }, [isOpen, firstId])
  useEffect(() => () => load.current?.abort(), [])

  const openByHand = () => {
    // An answer that comes late must not replace what is being typed.
    load.current?.abort()
    setLoading('no')
    focusWanted.current = true
    setByHand(true)
  }
  const fill = async (id: string) => {
    load.current?.abort()
    const leave = new AbortController()
    load.current = leave
    setLoading('loading')
    try {
      const address = await loadAddress(id, leave.signal)
      if (leave.signal.aborted) return
      const { address1, address2, city, county, nation, postcode } = address
      onFound({ address1, address2, city, county, nation, postcode })
      setLoading('filled')
    } catch {
      if (leave.signal.aborted) return
      setLoading('failed')
    }
    setByHand(true)
  }
  const lookupFailed = useCallback(() => setByHand(true), [])

  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="fieldset-legend">Your address (optional)</legend>
      <LookupField
        id={`${firstId}-lookup`}
        label="Find your address"
        hint="Start with your postcode or street"
        find={findAddresses}
        keyOf={({ id }) => id}
        labelOf={({ label }) => label}
        onChoose={({ id }) => void fill(id)}
        onFailed={lookupFailed}
        one="address"
        many="addresses"
        failedText="We cannot look up addresses just now. Enter your address by hand."
      />
      {loading === 'loading' && <Loading label="Filling in your address" />}
      <p
        role="status"
        className={loading === 'failed' ? 'field-error' : 'hint'}
        hidden={loading === 'no' || loading === 'loading'}
      >
        {loading === 'filled' && 'Address filled in. Check that it is right.'}
        {loading === 'failed' && 'We could not load that address. Enter it by hand.'}
      </p>
      {isOpen ? (
        <AddressFields text={text} />
      ) : (
        <div>
          <Button look="quiet" className="button-flush" onClick={openByHand}>
            Enter address by hand
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
