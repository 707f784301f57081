import type { FormItem, GroupedItem } from '../../contract/forms/form-item.ts'
import { allItems } from '../../contract/forms/item-lists.ts'
import { isSameAnswer } from '../answer-kinds.ts'
import { nameOfItem } from '../build/change-items.ts'
import type { Exporting, FhirJson } from './export-answers.ts'
import { control, exportedItem } from './export-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { importQuestionnaire } from './import-questionnaire.ts'
import type { FhirReportLine } from './importing.ts'

export type ExportedForm = {
  name: string
  title: string
  description: string
  version: string | null
}

type OwnProperties = ReadonlyMap<string, FhirJson>

/** Each reading can show what an earlier item lacked. */
const MOST_READINGS = 6

/**
 * Properties that FHIR has no place for are stored in extensions of our own: reading the
 * questionnaire again finds them, so that nothing is forgotten.
 * @param url its canonical address; null of one that has none yet.
 */
export function exportQuestionnaire(
  form: ExportedForm,
  items: readonly FormItem[],
  { url, timeZone }: { url: string | null; timeZone: string },
): { questionnaire: FhirJson; report: FhirReportLine[] } {
  const exporting = { targets: findTargets(items), timeZone }
  let own: OwnProperties = new Map()
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const missing = missingProperties(
      items,
      written(form, items, { url, exporting, own }),
      timeZone,
    )
    if (missing.size === 0) break
    own = new Map(
      [...new Set([...own.keys(), ...missing.keys()])].map((id) => [
        id,
        { ...own.get(id), ...missing.get(id) },
      ]),
    )
  }
  return {
    questionnaire: written(form, items, { url, exporting, own }),
    report: allItems(items).flatMap((item) =>
      exportedItem(item, exporting).lost.map(
        (message): FhirReportLine => ({
          kind: 'left_out',
          path: item.id,
          item: nameOfItem(item),
          message,
        }),
      ),
    ),
  }
}

const findTargets = (items: readonly FormItem[]): Map<string, GroupedItem> =>
  new Map(
    allItems(items).flatMap((item): [string, GroupedItem][] =>
      item.type === 'group' || item.type === 'page' ? [] : [[item.id, item]],
    ),
  )

function missingProperties(
  items: readonly FormItem[],
  questionnaire: FhirJson,
  timeZone: string,
): Map<string, FhirJson> {
  const read = importQuestionnaire(questionnaire, timeZone)
  const found = new Map(
    'items' in read ? allItems(read.items).map((item) => [item.id, item as FhirJson]) : [],
  )
  return new Map(
    allItems(items).flatMap((item): [string, FhirJson][] => {
      const [is, was] = [found.get(item.id) ?? {}, item as FhirJson]
      const names = [...new Set([...Object.keys(is), ...Object.keys(was)])].filter(
        (name) => name !== 'items' && !isSameAnswer(is[name] ?? null, was[name] ?? null),
      )
      if (names.length === 0) return []
      return [[item.id, Object.fromEntries(names.map((name) => [name, was[name] ?? null]))]]
    }),
  )
}

type Writing = { url: string | null; exporting: Exporting; own: OwnProperties }

function written(
  { name, title, description, version }: ExportedForm,
  items: readonly FormItem[],
  { url, exporting, own }: Writing,
): FhirJson {
  const exportItem = (item: FormItem): FhirJson => {
    const inner = item.type === 'group' ? item.items.map(exportItem) : []
    return writtenItem(item, inner, exporting, own.get(item.id))
  }
  const item = byPage(items).flatMap(({ page, inside }) => {
    const inner = inside.map(exportItem)
    if (!page) return inner
    return [writtenItem(page, inner, exporting, own.get(page.id))]
  })
  return {
    resourceType: 'Questionnaire',
    ...(url !== null && { url }),
    ...(version !== null && { version }),
    name,
    title: title || name,
    status: 'active',
    subjectType: ['Patient'],
    ...(description && { description }),
    ...(item.length > 0 && { item }),
  }
}

function byPage(
  items: readonly FormItem[],
): { page: Extract<FormItem, { type: 'page' }> | null; inside: FormItem[] }[] {
  const pages: ReturnType<typeof byPage> = [{ page: null, inside: [] }]
  for (const item of items) {
    if (item.type === 'page') pages.push({ page: item, inside: [] })
    else pages.at(-1)?.inside.push(item)
  }
  return pages
}

function writtenItem(
  item: FormItem,
  inner: readonly FhirJson[],
  exporting: Exporting,
  own: FhirJson | undefined,
): FhirJson {
  const { fhir } = exportedItem(item, exporting)
  const extension = [
    ...((fhir['extension'] as FhirJson[] | undefined) ?? []),
    ...(own ? [{ url: extensionUrls.formProperties, valueString: JSON.stringify(own) }] : []),
  ]
  const inside = [...toHint(item), ...inner]
  const isEmptyPage = item.type === 'page' && inside.length === 0
  return {
    ...(extension.length > 0 && { extension }),
    ...fhir,
    ...(extension.length > 0 && { extension }),
    ...(isEmptyPage && { type: 'display' }),
    ...(inside.length > 0 && { item: inside }),
  }
}

/** No id of ours has a dot. */
const toHint = (item: FormItem): FhirJson[] =>
  'hint' in item && item.hint
    ? [
        {
          extension: [control('help')],
          linkId: `${item.id}.hint`,
          text: item.hint,
          type: 'display',
        },
      ]
    : []
