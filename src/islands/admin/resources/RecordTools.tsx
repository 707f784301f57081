import { type ComponentType, useState } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import type { TableColumn } from '../../ui/table/table-column.ts'
import { useLatePart } from '../../ui/use-late-part.ts'
import {
  type AdminScreen,
  isScreenOffered,
  type RecordTool,
  type RecordToolProps,
  type ScreenRights,
} from './admin-screen.ts'

type OfRecord = { settings: PublicSettings; record: AdminRecord }
type RecordToolsProps = OfRecord & { screen: AdminScreen; rights: ScreenRights }

const toolsFor = ({ recordTools = [] }: AdminScreen, rights: ScreenRights) =>
  recordTools.filter((tool) => isScreenOffered(rights, tool))

export function RecordTools({ screen, rights, ...rest }: RecordToolsProps) {
  const tools = toolsFor(screen, rights).filter(({ isFor }) => isFor?.(rest.record) ?? true)
  if (tools.length === 0) return null
  return (
    <ul className="mb-5 flex flex-wrap gap-3">
      {tools.map((tool) => (
        <li key={tool.name}>
          <Tool {...rest} tool={tool} />
        </li>
      ))}
    </ul>
  )
}

export const toolColumns = (
  screen: AdminScreen,
  rights: ScreenRights,
  rest: Omit<OfRecord, 'record'>,
): TableColumn<AdminRecord>[] =>
  toolsFor(screen, rights).flatMap((tool) =>
    tool.inRow
      ? [
          {
            name: `tool-${tool.name}`,
            label: tool.label,
            width: 9,
            cell: (record) =>
              (tool.isFor?.(record) ?? true) && (
                <Tool {...rest} tool={tool} record={record} of={screen} />
              ),
          },
        ]
      : [],
  )

type ToolProps = OfRecord & {
  tool: RecordTool
  of?: AdminScreen
}

function Tool({ tool, of: screen, ...rest }: ToolProps) {
  const { label, href, load, inRow } = tool
  const { record } = rest
  if (href) {
    return (
      <a className="button button-secondary button-small" href={href(record)}>
        {label}
      </a>
    )
  }
  const text = !screen ? label : inRow === true || inRow === undefined ? 'Show' : inRow
  const whose = screen && `: ${String(record[screen.of.namedBy])}`
  return <DialogTool {...rest} load={load} label={text} whose={whose} />
}

type DialogToolProps = OfRecord & {
  load: () => Promise<ComponentType<RecordToolProps>>
  label: string
  whose: string | undefined
}

function DialogTool({ load, label, whose, ...rest }: DialogToolProps) {
  const [isOpen, setOpen] = useState(false)
  const { part: Part, ...late } = useLatePart(load, () =>
    notify('This could not be loaded. Check your connection and try again.', { kind: 'failed' }),
  )
  return (
    <>
      <Button
        look="secondary"
        small
        pending={late.isLoading}
        onClick={() => late.open(() => setOpen(true))}
      >
        {label}
        {whose && <span className="visually-hidden">{whose}</span>}
      </Button>
      {isOpen && Part && <Part {...rest} onClose={() => setOpen(false)} />}
    </>
  )
}
