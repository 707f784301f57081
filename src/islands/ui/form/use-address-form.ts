import { type FormEvent, useEffect, useRef } from 'react'

/**
 * The fields start with what the address says, and hold themselves what is entered, so that nothing
 * is lost that was entered before the script was there.
 * @param said what the address says of each field; of a box to tick its value, or nothing.
 */
export function useAddressForm<Name extends string>(said: Readonly<Record<Name, string>>) {
  const form = useRef<HTMLFormElement>(null)
  const addressSays = JSON.stringify(said)
  const shown = useRef(addressSays)

  useEffect(() => {
    if (shown.current === addressSays) return
    shown.current = addressSays
    for (const [name, value] of Object.entries<string>(JSON.parse(addressSays))) {
      enter(form.current?.elements.namedItem(name), value)
    }
  }, [addressSays])

  return {
    form,
    field: <Field extends Name>(name: Field) => ({ name, defaultValue: said[name] }),
    enteredIn: ({ currentTarget }: FormEvent<HTMLFormElement>): Partial<Record<Name, string>> =>
      Object.fromEntries(
        Object.keys(said)
          .filter((name) => currentTarget.elements.namedItem(name))
          .map((name) => [name, String(new FormData(currentTarget).get(name) ?? '')]),
      ) as Partial<Record<Name, string>>,
  }
}

function enter(control: Element | RadioNodeList | null | undefined, value: string) {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    control.checked = control.value === value
  } else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
    control.value = value
  }
}
