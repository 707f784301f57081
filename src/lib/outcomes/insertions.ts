import { isLetterList, isLetterName, type LetterNames, letterNames } from './letter-names.ts'

export type Insertion = { group: string; label: string; text: string }

export function findInsertions(names: LetterNames, path = '', group = ''): Insertion[] {
  return Object.entries(names).flatMap(([name, value]) => {
    const full = path === '' ? name : `${path}.${name}`
    if (isLetterName(value)) return [{ group, label: value.text, text: `{{ ${full} }}` }]
    if (!isLetterList(value)) return findInsertions(value, full, formatName(name))
    const within = group === '' ? formatName(name) : `${group}: ${formatName(name).toLowerCase()}`
    return [
      { group: within, label: value.text, text: loopOver(full, value.called) },
      ...findInsertions(value.each, value.called, within),
    ]
  })
}

const loopOver = (list: string, called: string) => `{% for ${called} in ${list} %}\n\n{% endfor %}`

const LABELS: Readonly<Record<string, string>> = { gp_surgery: 'GP surgery', site: 'Branch' }

const formatName = (name: string) =>
  LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

export const insertions: readonly Insertion[] = [
  ...findInsertions(letterNames),
  {
    group: 'Answers',
    label: 'One answer, by the name of its form and the id of its question',
    text: "{{ answers['Name of the form'].question_id }}",
  },
]
