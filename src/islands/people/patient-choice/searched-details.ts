import { type NewPatientDraft, noDetails } from './new-patient-draft.ts'

export function searchedDetails(search: string): NewPatientDraft {
  const text = search.trim()
  const digits = text.replace(/[\s-]/g, '')
  const date = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)
  if (text === '') return noDetails
  if (text.includes('@')) return { ...noDetails, email: text }
  if (date) return { ...noDetails, dob: `${date[3]}-${date[2]}-${date[1]}` }
  if (/^[1-9]\d{9}$/.test(digits) && !digits.startsWith('7')) {
    return { ...noDetails, nhs_number: text }
  }
  if (/^\+?[\d().]+$/.test(digits)) return { ...noDetails, mobile: text }
  return { ...noDetails, ...namesIn(text) }
}

function namesIn(text: string): Pick<NewPatientDraft, 'first_name' | 'last_name'> {
  const [last = '', first] = text.split(',').map((part) => part.trim())
  if (first !== undefined) return { first_name: first, last_name: last }
  const words = text.split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}
