import { dialledNumber } from '#lib/dialled-number.ts'

/** A phone number as it is written, to be called. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="link whitespace-nowrap" href={`tel:${dialledNumber(number)}`}>
      {number}
    </a>
  )
}
