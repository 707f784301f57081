type Item = Record<string, unknown> & { linkId: string; type: string; item?: Item[] }

const listed = (item: Item, name: string) => (item[name] as Record<string, unknown>[]) ?? []
const has = (item: Item, name: string) => item[name] !== undefined
const hasInitial = (item: Item) => listed(item, 'initial').length > 0

/** Those of Questionnaire in R4 that are errors; https://hl7.org/fhir/R4/questionnaire.html#invs */
const invariants: Readonly<Record<string, (item: Item) => boolean>> = {
  'que-1': ({ type, item = [] }) =>
    type === 'group' ? item.length > 0 : type !== 'display' || item.length === 0,
  'que-3': (item) => item.type !== 'display' || !has(item, 'code'),
  'que-4': (item) => !has(item, 'answerOption') || !has(item, 'answerValueSet'),
  'que-5': (item) =>
    !(has(item, 'answerOption') || has(item, 'answerValueSet')) ||
    [
      'choice',
      'open-choice',
      'decimal',
      'integer',
      'date',
      'dateTime',
      'time',
      'string',
      'quantity',
    ].includes(item.type),
  'que-6': (item) => item.type !== 'display' || !(has(item, 'required') || has(item, 'repeats')),
  'que-7': (item) =>
    listed(item, 'enableWhen').every(
      (each) => each['operator'] !== 'exists' || typeof each['answerBoolean'] === 'boolean',
    ),
  'que-8': (item) => !hasInitial(item) || !['group', 'display'].includes(item.type),
  'que-9': (item) => item.type !== 'display' || !has(item, 'readOnly'),
  'que-10': (item) =>
    !has(item, 'maxLength') ||
    ['boolean', 'decimal', 'integer', 'string', 'text', 'url', 'open-choice'].includes(item.type),
  'que-11': (item) => !has(item, 'answerOption') || !hasInitial(item),
  'que-12': (item) => listed(item, 'enableWhen').length < 2 || has(item, 'enableBehavior'),
  'que-13': (item) => item['repeats'] === true || listed(item, 'initial').length <= 1,
}

/** The validator of the tests does not ask all of these. */
export function brokenInvariants(questionnaire: Record<string, unknown>): string[] {
  const all = itemsIn((questionnaire['item'] as Item[] | undefined) ?? [])
  const broken = all.flatMap((item) =>
    Object.entries(invariants)
      .filter(([, isKept]) => !isKept(item))
      .map(([name]) => `${name}: ${item.linkId}`),
  )
  const ids = all.map(({ linkId }) => linkId)
  return new Set(ids).size < ids.length ? [...broken, 'que-2'] : broken
}

const itemsIn = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...itemsIn(item.item ?? [])])
