import type { FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import {
  extensionValue,
  type FhirNode,
  findChild,
  findChildren,
  findExtensions,
  isFhirObject,
} from './fhir-node.ts'
import type { ImportedTexts } from './import-texts.ts'
import {
  addToReport,
  extensionAt,
  extensionNumber,
  extensionText,
  flagAt,
  type ImportedOption,
  type ItemSource,
  obeyedControl,
  type QuestionnaireReading,
  readText,
  reportCut,
  textAt,
} from './importing.ts'
import { plainLine } from './plain-text.ts'

const DROP_DOWNS = ['drop-down', 'autocomplete']
/** Longer lists are chosen from a menu, where the questionnaire leaves it open. */
const MOST_RADIOS = 7

export function importedChoice(
  importing: QuestionnaireReading,
  source: ItemSource,
  texts: ImportedTexts,
): GroupedItem {
  const { node, id, type, name } = source
  const isSeveral = flagAt(importing, node, 'repeats')
  const read = importedOptions(importing, source, { isSeveral })
  if (read.length === 0) {
    const isElsewhere = findChild(node, 'answerValueSet') !== undefined
    if (!isElsewhere) {
      addToReport(importing, 'unsafe', node, name, 'It has no options, so people type the answer.')
    }
    return { type: 'text', ...texts }
  }
  importing.options.set(id, read)
  const other = type === 'open-choice' ? otherLabel(importing, source) : undefined
  const chosen = {
    ...texts,
    options: read.map(({ value, label, score }) => ({
      value,
      label,
      ...(score !== undefined && { score }),
    })),
    ...(other !== undefined && { other }),
  }
  const initialValues = read.filter(({ isInitial }) => isInitial).map(({ value }) => value)
  const [first] = initialValues
  if (isSeveral) {
    obeyedControl(importing, node, ['check-box'])
    const options = read.map(({ value, label, score, isExclusive }) => ({
      value,
      label,
      ...(score !== undefined && { score }),
      ...(isExclusive && { exclusive: true as const }),
    }))
    const isTorn = initialValues.length > 1 && read.some((one) => one.isInitial && one.isExclusive)
    if (isTorn) {
      addToReport(
        importing,
        'left_out',
        node,
        name,
        'It begins with answers that exclude each other.',
      )
    }
    const initial = first !== undefined && !isTorn && { initial: initialValues }
    return { type: 'checkboxes', ...chosen, options, ...initial }
  }
  const control = obeyedControl(importing, node, ['radio-button', ...DROP_DOWNS])
  const isMenu = control ? DROP_DOWNS.includes(control) : read.length > MOST_RADIOS
  const initial = first !== undefined && { initial: first }
  return { type: isMenu ? 'select' : 'radio', ...chosen, ...initial }
}

/** Where no other answer can be given, the label stays unread, and is reported. */
function otherLabel(importing: QuestionnaireReading, { node, name }: ItemSource): string {
  const text = extensionText(importing, node, extensionUrls.openLabel, 'String') ?? ''
  reportCut(importing, node, name, { what: 'The label of its other answer', text, longest: 200 })
  return plainLine(text, 200) || 'Other'
}

type FormOption = FormItemByType<'radio'>['options'][number]
type ReadOption = FormOption & ImportedOption & { isInitial: boolean; isExclusive: boolean }

type UsedTexts = { values: Set<string>; labels: Set<string> }

const MOST_OPTIONS = 200
const LONGEST_LABEL = 195
const LONGEST_VALUE = 190

function importedOptions(
  importing: QuestionnaireReading,
  source: ItemSource,
  { isSeveral }: { isSeveral: boolean },
): ReadOption[] {
  const { node, name } = source
  const given = findChildren(node, 'answerOption')
  const nodes = given.length > 0 ? given : findConcepts(importing, source)
  if (nodes.length > MOST_OPTIONS) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      `It has ${nodes.length} options; a form takes ${MOST_OPTIONS}.`,
    )
    return []
  }
  const used = { values: new Set<string>(), labels: new Set<string>() }
  const options = nodes.flatMap((each): ReadOption[] => {
    const option = readOption(importing, each, { used, isSeveral, name })
    return option ? [option] : []
  })
  const systems = [...new Set(options.flatMap(({ system }) => system ?? []))]
  if (systems.length > 0) {
    addToReport(
      importing,
      'left_out',
      node,
      name,
      `The options keep their codes, but not which list these are from: ${systems.join(', ').slice(0, 300)}`,
    )
  }
  return options
}

function findConcepts(importing: QuestionnaireReading, { node, name }: ItemSource): FhirNode[] {
  const address = findChild(node, 'answerValueSet')
  if (typeof address?.value !== 'string') return []
  importing.marks.mark(address)
  const valueSet = importing.valueSets.get(address.value)
  if (!valueSet) {
    addToReport(
      importing,
      'unsafe',
      address,
      name,
      `Its options are in a list that is not part of the file, so people type the answer: ${address.value.slice(0, 300)}`,
    )
    return []
  }
  // Prefers the list as it was worked out, where there is one.
  const expansion = findChild(valueSet, 'expansion')
  const expanded = expansion ? findChildren(expansion, 'contains') : []
  if (expanded.length > 0) return expanded.flatMap(withInner)
  const included = findChild(valueSet, 'compose')
  const includes = included ? findChildren(included, 'include') : []
  const isWhole =
    included &&
    findChildren(included, 'exclude').length === 0 &&
    includes.every((each) => findChildren(each, 'concept').length > 0)
  if (!isWhole) {
    addToReport(
      importing,
      'unsafe',
      address,
      name,
      'Its list of options is described by a rule, or is incomplete. Check the options.',
    )
  }
  return includes.flatMap((include) => findChildren(include, 'concept').map(withSystem(include)))
}

const withSystem =
  (include: FhirNode) =>
  (concept: FhirNode): FhirNode =>
    isFhirObject(concept.value)
      ? { ...concept, value: { system: findChild(include, 'system')?.value, ...concept.value } }
      : concept

const withInner = (node: FhirNode): FhirNode[] => [node, ...findChildren(node, 'contains')]

function readOption(
  importing: QuestionnaireReading,
  node: FhirNode,
  { used, isSeveral, name }: { used: UsedTexts; isSeveral: boolean; name: string },
): ReadOption | undefined {
  const coding = findChild(node, 'valueCoding') ?? (findChild(node, 'code') ? node : undefined)
  const read = coding ? ofCoding(importing, coding) : ofValue(importing, node)
  if (!read) return undefined
  const prefix = extensionText(importing, node, extensionUrls.optionPrefix, 'String')
  const text = [prefix, read.label].filter(Boolean).join(' ')
  reportCut(importing, node, name, { what: 'An option', text, longest: LONGEST_LABEL })
  const label = plainLine(text, LONGEST_LABEL) || plainLine(read.code, LONGEST_LABEL)
  if (label === '') return undefined
  const value = findUnusedText(
    plainLine(read.code, LONGEST_VALUE) || plainLine(label, LONGEST_VALUE),
    used.values,
    '-',
  )
  if (read.isCoded && value !== read.code) {
    const message = `The code “${read.code.slice(0, 5_000)}” of the option “${label}” is “${value}” here.`
    addToReport(importing, 'unsafe', node, name, message)
  }
  const shown = findUnusedText(label, used.labels, ' ')
  if (shown !== label) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      `Two options read the same. One is “${shown}” now.`,
    )
  }
  const score = findScore(importing, node) ?? (coding && findScore(importing, coding))
  const initial = findChild(node, 'initialSelected')
  if (typeof initial?.value === 'boolean') importing.marks.mark(initial)
  return {
    value,
    label: shown,
    code: read.code,
    system: read.system,
    isInitial: initial?.value === true,
    isExclusive: isSeveral && isExclusive(importing, node),
    ...(score !== undefined && { score }),
  }
}

/** It says nothing about one answer, and stays unread. */
const isExclusive = (importing: QuestionnaireReading, node: FhirNode) =>
  extensionAt(importing, node, extensionUrls.optionExclusive, 'Boolean') === true

function ofCoding(importing: QuestionnaireReading, coding: FhirNode) {
  const code = textAt(importing, coding, 'code')
  const label = textAt(importing, coding, 'display')
  const system = textAt(importing, coding, 'system') ?? null
  const name = code ?? label
  const isCoded = code !== undefined
  return name === undefined ? undefined : { code: name, label: label ?? name, system, isCoded }
}

function ofValue(importing: QuestionnaireReading, node: FhirNode) {
  const value = ['String', 'Integer', 'Date', 'Time'].flatMap(
    (kind) => findChild(node, `value${kind}`) ?? [],
  )[0]
  if (typeof value?.value === 'number') {
    importing.marks.mark(value)
    const text = String(value.value)
    return { code: text, label: text, system: null, isCoded: false }
  }
  const text = readText(importing, value)
  return text === undefined ? undefined : { code: text, label: text, system: null, isCoded: false }
}

const findScore = (importing: QuestionnaireReading, node: FhirNode) =>
  [
    extensionUrls.ordinalValue,
    extensionUrls.questionnaireOrdinalValue,
    extensionUrls.itemWeight,
  ].flatMap((url) => extensionNumber(importing, node, url, 'Decimal', 'Integer') ?? [])[0] ??
  findWeight(importing, node)

/** R5 has it, in a list that was worked out. */
function findWeight(importing: QuestionnaireReading, node: FhirNode): number | undefined {
  for (const property of findExtensions(node, extensionUrls.conceptProperty)) {
    const [code] = findExtensions(property, 'code')
    if (extensionValue(code, 'Code')?.value !== 'itemWeight') continue
    importing.marks.mark(findChild(property, 'url'))
    extensionText(importing, property, 'code', 'Code')
    return (
      extensionNumber(importing, property, 'value[x]', 'Decimal', 'Integer') ??
      extensionNumber(importing, property, 'value', 'Decimal', 'Integer')
    )
  }
  return undefined
}

/** Adds a number where other words became the same by cutting or tidying. */
function findUnusedText(text: string, used: Set<string>, between: string): string {
  let unused = text
  for (let number = 2; used.has(unused); number += 1) unused = `${text}${between}${number}`
  used.add(unused)
  return unused
}
