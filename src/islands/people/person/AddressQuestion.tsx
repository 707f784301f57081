import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { QuestionTexts, TextQuestion } from '../../ui/form/use-question-form.ts'
import { ADDRESS_FIELDS, type AddressField, AddressLookup } from './AddressLookup.tsx'
import type { PersonLookups } from './lookups.ts'

type AddressQuestionProps = Pick<PersonLookups, 'findAddresses' | 'loadAddress'> & {
  isForOther?: boolean
  text: (field: AddressField) => TextQuestion
  words: (field: AddressField) => QuestionTexts
  read: (field: AddressField) => string
  onFound: (address: Record<AddressField, string>) => void
}

export function AddressQuestion(props: AddressQuestionProps) {
  const { text, words, read, onFound, findAddresses, loadAddress } = props
  const [isByHand, setByHand] = useState(() => ADDRESS_FIELDS.some((field) => read(field)))
  const [isKept, setLeft] = useState(false)
  const shouldFocus = useRef(false)
  const isOpen = isByHand || ADDRESS_FIELDS.some((field) => words(field).error)
  const { id: firstId } = words('address1')

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
