/** Goes to the first text area of a form that holds more than its limit. @returns whether there is one. */
export function focusTooLong(form: HTMLFormElement): boolean {
  const area = form.querySelector<HTMLTextAreaElement>('textarea[data-too-long]')
  area?.focus()
  return area !== null
}
