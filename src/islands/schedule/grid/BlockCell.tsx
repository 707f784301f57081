import type { PointerEvent } from 'react'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { AlertMark, FormMark } from '../FormMark.tsx'
import { formatBlock, formatFormAlerts, formatStatus } from '../format-appointment.ts'
import { StatusMark } from '../StatusMark.tsx'
import type { Block, GridColumn } from '../schedule-layout.ts'
import type { Handle } from './use-drag.ts'

/** They are pixels: from this height a block has room for a second line, and a third. */
const TWO_LINES = 38
const THREE_LINES = 56

export type BlockHandle = {
  onTaken: (event: PointerEvent, column: GridColumn, block: Block, handle: Handle) => void
  mayResize: boolean
}

type BlockCellProps = {
  block: Block
  style: { top: number; height: number }
  isChosen: boolean
  onChosen: () => void
  handle: BlockHandle | null
  onOpen: (() => void) | undefined
  column: GridColumn
}

export function BlockCell(props: BlockCellProps) {
  const timeZone = useTimeZone()
  const { block, style, isChosen, onChosen, handle, onOpen, column } = props
  const { appointment, who, type, whole } = block
  const { status, forms } = appointment
  const alerts = formatFormAlerts(forms).join(', ')
  const more = [
    {
      key: 'type',
      className: 'block-type',
      words: `${formatTime(whole.start, timeZone)}, ${type}`,
    },
    alerts && { key: 'alerts', className: 'block-alert', words: alerts },
    { key: 'status', className: '', words: `${formatStatus(appointment)}, ${block.where}` },
  ].filter((line) => line !== '')
  const lines = style.height < TWO_LINES ? 0 : style.height < THREE_LINES ? 1 : 2
  return (
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="gridcell"
      tabIndex={isChosen ? 0 : -1}
      className={`schedule-block block-${status}${handle ? ' schedule-block-movable' : ''}`}
      style={style}
      onFocus={isChosen ? undefined : onChosen}
      onClick={(event) => {
        event.stopPropagation()
        onOpen?.()
      }}
      onPointerDown={handle ? (event) => handle.onTaken(event, column, block, 'block') : undefined}
      title={formatBlock(block, timeZone)}
    >
      <span className="visually-hidden">{formatBlock(block, timeZone)}</span>
      <span className="block-line" aria-hidden="true">
        {alerts && <AlertMark />}
        <StatusMark {...appointment} />
        <span className="block-who">{who || 'Being booked'}</span>
        <FormMark forms={forms} />
        {lines === 0 && <span className="block-type">{type}</span>}
      </span>
      {more.slice(0, lines).map(({ key, className, words }) => (
        <span key={key} className={`block-line ${className}`} aria-hidden="true">
          {words}
        </span>
      ))}
      {handle?.mayResize && (
        <span
          className="block-edge"
          aria-hidden="true"
          onPointerDown={(event) => handle.onTaken(event, column, block, 'end')}
        />
      )}
    </div>
  )
}
