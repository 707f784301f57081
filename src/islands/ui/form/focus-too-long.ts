export function focusTooLong(form: HTMLFormElement): boolean {
  const area = form.querySelector<HTMLTextAreaElement>('textarea[data-too-long]')
  area?.focus()
  return area !== null
}
