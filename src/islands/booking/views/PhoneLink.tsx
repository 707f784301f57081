/** A phone number as it is written, to be called. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="link whitespace-nowrap" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      {number}
    </a>
  )
}
