import { extensionUrls } from './extension-urls.ts'
import { type FhirNode, findChild, findChildren } from './fhir-node.ts'
import {
  addToReport,
  extensionText,
  findControl,
  flagAt,
  type ItemSource,
  obeyedControl,
  type QuestionnaireReading,
  reportCut,
  textAt,
} from './importing.ts'
import { plainLine } from './plain-text.ts'

export type ImportedTexts = { id: string; label: string; hint?: string; required?: true }

export const LONGEST_LABEL = 300
export const LONGEST_HINT = 500

export function importTexts(importing: QuestionnaireReading, source: ItemSource): ImportedTexts {
  const { node, id } = source
  const hint = importedHint(importing, node)
  const isRequired = flagAt(importing, node, 'required')
  return {
    id,
    label: importedLabel(importing, source),
    ...(hint && { hint }),
    ...(isRequired && { required: true }),
  }
}

export function writtenText(node: FhirNode): string | undefined {
  const [code] = findChildren(node, 'code')
  const words = [findChild(node, 'text')?.value, code && findChild(code, 'display')?.value]
  return words.find((each): each is string => typeof each === 'string' && each.trim() !== '')
}

export function importedLabel(importing: QuestionnaireReading, { node, name }: ItemSource): string {
  const prefix = textAt(importing, node, 'prefix')
  const text = textAt(importing, node, 'text') || (writtenText(node) ?? '')
  const words = [prefix, text].filter(Boolean).join(' ')
  const label = plainLine(words, LONGEST_LABEL)
  if (label === '') {
    addToReport(importing, 'unsafe', node, name, 'It has no words. Enter what it asks.')
    return name
  }
  reportCut(importing, node, name, { what: 'Its text', text: words, longest: LONGEST_LABEL })
  return label
}

/** Joins what helps with the answer into one hint. */
export function importedHint(importing: QuestionnaireReading, node: FhirNode): string {
  const helps = findChildren(node, 'item').filter(isHint)
  const texts = helps.map((help) => {
    obeyedControl(importing, help, hintControls)
    for (const part of ['linkId', 'type']) importing.marks.mark(findChild(help, part))
    return textAt(importing, help, 'text') ?? ''
  })
  const format = extensionText(importing, node, extensionUrls.entryFormat, 'String')
  const all = [...texts, format ?? ''].filter((text) => text.trim() !== '').join(' ')
  reportCut(importing, node, null, { what: 'A hint', text: all, longest: LONGEST_HINT })
  return plainLine(all, LONGEST_HINT)
}

const hintControls = ['help', 'flyover', 'prompt']

/** Text for an item, which FHIR writes as an item inside it. */
export const isHint = (node: FhirNode): boolean =>
  findChild(node, 'type')?.value === 'display' &&
  hintControls.includes(findControl(node)?.code ?? '') &&
  findChildren(node, 'enableWhen').length === 0 &&
  findChildren(node, 'modifierExtension').length === 0
