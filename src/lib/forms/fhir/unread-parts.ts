import { type FhirNode, findChild } from './fhir-node.ts'
import { addToReport, type QuestionnaireReading } from './importing.ts'
import { plainLine } from './plain-text.ts'

/** Reports each part that nothing read: those of an item with it, the others with the whole. */
export function reportUnread(
  importing: QuestionnaireReading,
  root: FhirNode,
  nodes: readonly FhirNode[],
): void {
  const { marks } = importing
  for (const node of nodes) {
    const text = findChild(node, 'text')?.value
    const linkId = findChild(node, 'linkId')?.value
    const name = [text, linkId].find((one) => typeof one === 'string' && one.trim() !== '')
    const item = plainLine(String(name ?? ''), 120)
    const unread = marks.unreadIn(node, ({ path }) => path === `${node.path}.item`)
    for (const part of unread.filter(({ path }) => path !== `${node.path}.item`)) {
      const inside = part.path.slice(node.path.length + 1)
      addToReport(importing, partKind(inside), part, item, formatPart(part, inside))
    }
    // An inner list that is none has no items to tell of it.
    const inner = findChild(node, 'item')
    if (inner && !Array.isArray(inner.value)) {
      addToReport(importing, 'left_out', inner, item, 'What is inside is no list')
    }
  }
  const unread = marks.unreadIn(root, ({ path }) => path === 'item')
  for (const part of unread.filter(({ path }) => path !== 'item')) {
    addToReport(importing, partKind(part.path), part, null, formatPart(part, part.path))
  }
}

const UNSAFE = ['modifierExtension', 'implicitRules']

const partKind = (inside: string) =>
  UNSAFE.some((name) => inside === name || inside.startsWith(`${name}[`)) ? 'unsafe' : 'left_out'

const partTexts: Readonly<Record<string, string>> = {
  code: 'Its codes, such as of LOINC or SNOMED CT',
  definition: 'The link to its definition',
  prefix: 'Its number',
  required: 'That it must be answered',
  repeats: 'That it repeats',
  readOnly: 'That it is for reading only',
  maxLength: 'The most characters',
  initial: 'What it begins with',
  answerOption: 'An option',
  answerValueSet: 'Its list of options',
  enableWhen: 'A part of its condition',
  enableBehavior: 'How its conditions go together',
  _text: 'Formatting or a translation of its words',
  text: 'The readable summary',
  url: 'The address of the questionnaire',
  version: 'Its version',
  status: 'Its status, such as draft',
  language: 'Its language',
  contained: 'A list that it contains',
  copyright: 'The copyright notice',
  publisher: 'Who published it',
  implicitRules: 'Rules that change the meaning of all of it. This product does not know them',
  modifierExtension: 'A rule that changes its meaning. This product does not know it',
}

const extensionTexts: readonly (readonly [RegExp, string])[] = [
  [/Expression$/, 'An expression that a form cannot calculate'],
  [/(xhtml|markdown|style|rendering)/i, 'Formatting of the words'],
  [/translation$/, 'A translation'],
  [/choiceOrientation$/, 'Whether options are in a row or a column'],
  [/optionExclusive$/, 'That an option excludes the others'],
  [/itemControl$/, 'How the question is displayed'],
  [/(observation|extract|definitionExtract)/i, 'How answers become other records'],
  [/(regex|constraint)$/i, 'A rule that answers must follow'],
  [/(minValue|maxValue|minQuantity|maxQuantity)$/, 'A limit of the answer'],
  [/variable$/, 'A variable of expressions'],
  [/unitValueSet$/, 'The list of units'],
]

function formatPart(part: FhirNode, inside: string): string {
  const url = findChild(part, 'url')?.value
  if (/(^|\.)(modifierE|e)xtension\[\d+\]$/.test(inside) && typeof url === 'string') {
    const known = extensionTexts.find(([pattern]) => pattern.test(url))?.[1]
    const isModifier = inside.startsWith('modifier')
    const described = isModifier ? partTexts['modifierExtension'] : (known ?? 'An addition')
    return `${described} (${url.slice(0, 200)})`
  }
  const [first = ''] = inside.split(/[.[]/)
  const shown = Object.hasOwn(partTexts, first) ? partTexts[first] : undefined
  return shown ?? `“${inside.slice(0, 100)}”`
}
