import type { ComponentType, ReactNode } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type {
  AdminRecord,
  AnyAdminResource,
  Reference,
} from '#lib/contract/admin/admin-resource.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'

type ScreenColumn = {
  /** Of the entity. The list can be sorted by it where the definition says so. */
  field: string
  /** Where its cells say more than the field. */
  label?: string
  /** Rem, see `table-column.ts`. */
  width: number
  hiddenAtFirst?: boolean
  /** Where the value itself is not what people read; instants by the clinic's clock. */
  cell?: (record: AdminRecord, clinic: { timeZone: string }) => ReactNode
}

export type ScreenField = {
  field: string
  kind:
    | 'text'
    | 'paragraph'
    /** The template of a letter, in its editor. */
    | 'template'
    /** The text of a message to patients, in the same editor. */
    | 'message'
    | 'email'
    | 'tel'
    | 'date'
    | 'checkbox'
    /** A number in figures; text, as typed, until it is one. */
    | 'number'
    /** Several lengths of time in words, "3 days, 2 hours": minutes travel. */
    | 'times'
    /** Of latitude and longitude: a number that can be below zero. */
    | 'degrees'
    /** Pounds and pence, which travel as `money` of the contract. */
    | 'money'
    | 'select'
    /** Several of the `choices`; joined by commas until they are sent. */
    | 'choices'
    /** The items of an electronic form, in the builder; JSON of them until they are sent. */
    | 'form'
    | 'reference'
    /** Several, in the order in which they are chosen. */
    | 'references'
    /** What a group may do, by app and action. */
    | 'permissions'
    /** The same of a person: their ids travel. */
    | 'permissionIds'
  hint?: string
  choices?: readonly { value: string | number | null; label: string }[]
  /** A reference that stays what it was once the record is made. */
  fixed?: boolean
  /** Of a paragraph that is usually long: how many of its lines are seen at once. */
  rows?: number
  /** Not asked of a new record. */
  later?: boolean
  /** Asked afresh with every edit, whatever the record has there. */
  afresh?: boolean
  earliest?: string
  width?: string
}

type ScreenSection = {
  title?: string
  hint?: string
  /** Short answers, side by side where there is room. */
  columns?: 2
  /** Only for whoever holds it; of others their values are sent as they were. */
  only?: ScreenRight
  /** An address that can be looked up: these are its fields. */
  lookup?: 'address'
  fields: readonly ScreenField[]
}

/** What a part of a screen can take beyond the permissions of its resource. */
export type ScreenRight = Permission | 'superuser'

type ChoiceFilter = {
  kind?: 'choice'
  /** Of the list's query. */
  name: string
  label: string
  choices: readonly { value: string; label: string }[]
  only?: never
}

export type ReferenceFilter = {
  kind: 'reference'
  name: string
  label: string
  /** Where it is chosen from, where the definition has no reference of this name. */
  from?: Pick<Reference, 'from' | 'label'>
  /** Seeing that list: nobody is offered a choice that they cannot read. */
  only: ScreenRight
}

/** The days from one to another: `<name>_from` and `<name>_to` of `period` (`fields.ts`). */
export type PeriodFilter = {
  kind: 'period'
  name: string
  /** The two of the list's query, where they are called otherwise. */
  names?: readonly [from: string, to: string]
  /** Of its days: "Last day" for "Last day from" and "Last day to". */
  label: string
  only?: never
}

/** A whole text, such as a batch number. */
export type TextFilter = { kind: 'text'; name: string; label: string; only?: never }

type ScreenFilter = ChoiceFilter | ReferenceFilter | PeriodFilter | TextFilter

export type ScreenTool = {
  name: string
  label: string
  load: () => Promise<ComponentType<ScreenToolProps>>
}

export type ScreenToolProps = {
  settings: PublicSettings
  screen: AdminScreen
  /** Opens a record in its place, and closing that comes back; null for who may only read. */
  onOpen: ((id: number) => void) | null
  onChanged: () => void
  onClose: () => void
}

/** Changes many records by a call of its own: those that are selected, or all that match. */
export type ManyTool = {
  label: string
  only: ScreenRight
  load: () => Promise<ComponentType<ManyToolProps>>
}

export type ManyToolProps = {
  /** Null for all that match. */
  records: readonly AdminRecord[] | null
  /** What narrows the list. */
  query: URLSearchParams
  onChanged: () => void
  onClose: () => void
}

export type AroundListProps = {
  rights: ScreenRights
  /** The page in sight; undefined until it is there. */
  page: Page<AdminRecord> | undefined
  isUsual: boolean
  /** @returns the page as it is now, read again. */
  reload: () => Promise<Page<AdminRecord> | undefined>
  children: ReactNode
}

type RecordExtraProps = { record: AdminRecord; canChange: boolean }
export type RecordTool = {
  name: string
  label: string
  only?: ScreenRight
  /** Its button in a row says the text; `true` is "Show". */
  inRow?: true | string
  isFor?: (record: AdminRecord) => boolean
} & (
  | { load: () => Promise<ComponentType<RecordToolProps>>; href?: never }
  | { href: (record: AdminRecord) => string; load?: never }
)

export type RecordToolProps = {
  settings: PublicSettings
  record: AdminRecord
  onClose: () => void
}

export type AdminScreen = {
  of: AnyAdminResource
  lead: string
  /** The first one names its row, and opens it. */
  columns: readonly ScreenColumn[]
  sections: readonly ScreenSection[]
  filters: readonly ScreenFilter[]
  /** Where the address says none, and people look for other records first than the API's order has. */
  order?: string
  /** The filters that it opens with, where its address has no query. @param today the clinic's date. */
  opensWith?: (today: string) => Record<string, string>
  /** The page that has a record, where it is not the dialog of this screen. */
  pageOf?: (record: AdminRecord) => string
  tools?: readonly ScreenTool[]
  Around?: ComponentType<AroundListProps>
  /** Rows per page where the address says nothing else: for what is to be seen whole. */
  pageSize?: number
  /**
   * Below the form of a record that is there already: what has calls of its own, such as its image.
   * Made by `lazy`, so that it is loaded where it is shown.
   */
  extra?: ComponentType<RecordExtraProps>
  /** Saving one changes what others show: the list is read again. */
  changesOthers?: boolean
  recordTools?: readonly RecordTool[]
  many?: ManyTool
  /** Its dialog fills the window, and holds a form of its own: Enter in a field does not save. */
  fullScreen?: boolean
  /** Who may be what somebody is about to make: they choose one, or make another. */
  similar?: {
    find: (api: ApiClient, written: Readonly<Record<string, unknown>>) => Promise<AdminRecord[]>
    formatMatch: (record: AdminRecord) => string
    /** What speaks for it. */
    why: (record: AdminRecord) => string
  }
  onSaved?: (record: AdminRecord) => void
  /** What a new record needs next, once it is made. Made by `lazy`, as `extra`. */
  afterAdding?: ComponentType<RecordToolProps>
}

export type ScreenRights = {
  add: boolean
  change: boolean
  delete: boolean
  export: boolean
  holds?: readonly ScreenRight[]
}

export const requestedRights = ({
  sections,
  filters,
  recordTools = [],
  many,
}: AdminScreen): ScreenRight[] => [
  ...new Set(
    [...sections, ...filters, ...recordTools, ...(many ? [many] : [])].flatMap(
      ({ only }) => only ?? [],
    ),
  ),
]

export const isScreenOffered = ({ holds = [] }: ScreenRights, { only }: { only?: ScreenRight }) =>
  only === undefined || holds.includes(only)

export const screenFields = ({ sections }: AdminScreen): readonly ScreenField[] =>
  sections.flatMap(({ fields }) => fields)

export const screenFieldLabel = ({ of }: AdminScreen, field: string): string =>
  of.labels[field] ?? field
