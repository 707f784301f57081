import { dialledNumber } from '#lib/text/dialled-number.ts'

export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="link whitespace-nowrap" href={`tel:${dialledNumber(number)}`}>
      {number}
    </a>
  )
}
