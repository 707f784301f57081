import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import { importQuestionnaire } from '#lib/forms/fhir/import-questionnaire.ts'

const timeZone = 'Europe/London'

const oddText = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '1.1', '/54126-8', '🩺', ' ', 'q'),
  fc.constantFrom('<b>Bold</b>', 'a\u0000b', 'x'.repeat(400), 'One\nTwo', '\u202Eright'),
  fc.string({ maxLength: 12 }),
)
const types = ['group', 'display', 'boolean', 'decimal', 'integer', 'date', 'dateTime', 'time']
const moreTypes = ['string', 'text', 'url', 'choice', 'open-choice', 'attachment', 'reference']
const anyType = fc.oneof(fc.constantFrom(...types, ...moreTypes, 'quantity'), oddText)
const anyOption = fc.oneof(
  fc.record({ valueString: oddText }),
  fc.record({ valueInteger: fc.integer() }),
  fc.record({ valueCoding: fc.record({ code: oddText, display: oddText, system: oddText }) }),
  fc.jsonValue(),
)
const anyCondition = fc.record({
  question: oddText,
  operator: fc.constantFrom('=', '!=', '>', '<', '>=', '<=', 'exists', 'is'),
  answerBoolean: fc.option(fc.boolean(), { nil: undefined }),
  answerString: fc.option(oddText, { nil: undefined }),
  answerCoding: fc.option(fc.record({ code: oddText }), { nil: undefined }),
})
const anyExtension = fc.record({
  url: fc.oneof(
    fc.constantFrom(
      'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
      'http://hl7.org/fhir/StructureDefinition/minValue',
      'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden',
      'urn:carelane:form-properties',
      'urn:carelane:form-kind',
    ),
    oddText,
  ),
  valueString: fc.option(fc.constantFrom('{"type":"page"}', '{"of":["q"]}', '{'), {
    nil: undefined,
  }),
  valueCode: fc.option(fc.constantFrom('calculated', 'page', 'tel'), { nil: undefined }),
  valueInteger: fc.option(fc.integer(), { nil: undefined }),
  valueBoolean: fc.option(fc.boolean(), { nil: undefined }),
})
const { item: anyItem } = fc.letrec<{ item: Record<string, unknown> }>((tie) => ({
  item: fc.record(
    {
      linkId: oddText,
      type: anyType,
      text: fc.oneof(oddText, fc.jsonValue()),
      prefix: oddText,
      required: fc.boolean(),
      repeats: fc.boolean(),
      readOnly: fc.boolean(),
      maxLength: fc.integer(),
      enableWhen: fc.array(anyCondition, { maxLength: 3 }),
      enableBehavior: fc.constantFrom('all', 'any', 'none'),
      answerOption: fc.array(anyOption, { maxLength: 4 }),
      answerValueSet: oddText,
      initial: fc.array(anyOption, { maxLength: 2 }),
      extension: fc.array(anyExtension, { maxLength: 2 }),
      modifierExtension: fc.array(anyExtension, { maxLength: 1 }),
      item: fc.array(tie('item'), { maxLength: 3, depthIdentifier: 'items' }),
      ownThing: fc.jsonValue(),
    },
    { requiredKeys: ['type', 'linkId'] },
  ),
}))
const anyQuestionnaire = fc.record(
  {
    resourceType: fc.constant('Questionnaire'),
    title: fc.oneof(oddText, fc.jsonValue()),
    description: oddText,
    contained: fc.array(fc.jsonValue(), { maxLength: 2 }),
    item: fc.array(anyItem, { maxLength: 6 }),
    ownThing: fc.jsonValue(),
  },
  { requiredKeys: ['resourceType'] },
)

test('whatever it is, a form comes of it or one sentence why not', () => {
  fc.assert(
    fc.property(fc.oneof(anyQuestionnaire, fc.jsonValue()), (json) => {
      const read = importQuestionnaire(json, timeZone)
      if ('problem' in read) expect(read.problem).toMatch(/^This|^Nothing/)
      else expect(formDefinition.safeParse(read.items).error).toBeUndefined()
    }),
    { numRuns: 200 },
  )
})

test('what nobody knows is in the report, wherever it stands', () => {
  const isUnknown = (key: string) => key.startsWith('unknown')
  const withUnknown = anyQuestionnaire.map((json) => {
    let count = 0
    return JSON.parse(JSON.stringify(json), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, [`unknown${count++}`]: 'x' }
        : value,
    )
  })
  fc.assert(
    fc.property(withUnknown, (json) => {
      const read = importQuestionnaire(json, timeZone)
      if ('problem' in read) return
      const paths = read.report.map(({ path }) => path)
      const isTold = (path: string) => paths.some((told) => told !== '' && isPart(path, told))
      expect(findPaths(json, '', isUnknown).filter((path) => !isTold(path))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('what was not read is told with its item, or as unsafe where it changes the meaning', () => {
  const modifierExtension = [{ url: 'urn:x', valueBoolean: true }]
  const item = [{ linkId: 'a', type: 'string', text: 'Allergies', more: 1 }]
  const read = importQuestionnaire(
    { resourceType: 'Questionnaire', item, modifierExtension },
    timeZone,
  )
  expect(read).toMatchObject({
    report: [
      { kind: 'left_out', path: 'item[0].more', item: 'Allergies', message: '“more”' },
      {
        kind: 'unsafe',
        path: 'modifierExtension[0]',
        item: null,
        message: 'A rule that changes its meaning. This product does not know it (urn:x)',
      },
    ],
  })
})

const isPart = (path: string, whole: string) =>
  path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`)

function findPaths(value: unknown, path: string, isWanted: (key: string) => boolean): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => findPaths(each, `${path}[${at}]`, isWanted))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const inside = path === '' ? key : `${path}.${key}`
    return isWanted(key) ? [inside] : findPaths(each, inside, isWanted)
  })
}

test.each([
  [
    { item: Array.from({ length: 1_000 }, (_, at) => ({ linkId: `${at}`, type: 'string' })) },
    /300/,
  ],
  [{ item: [nested(30)] }, /20 levels deep/],
  [{ item: [nested(5_000)] }, /20 levels deep/],
  [{ item: [] }, /no questions/],
  [{ item: [{ linkId: 'a', type: 'coding' }] }, /R5/],
  [{ item: [{ linkId: 'a', type: 'choice', option: [] }] }, /STU3/],
  [{ resourceType: 'Patient' }, /It is a Patient/],
])('too much and other things are one sentence', (json, sentence) => {
  const read = importQuestionnaire({ resourceType: 'Questionnaire', ...json }, timeZone)
  expect(read).toEqual({ problem: expect.stringMatching(sentence) })
})

function nested(levels: number): object {
  let item: object = { linkId: 'last', type: 'string', text: 'Last' }
  for (let level = 0; level < levels; level += 1) {
    item = { linkId: `level${level}`, type: 'group', item: [item] }
  }
  return item
}
