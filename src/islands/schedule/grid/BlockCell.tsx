import type { PointerEvent } from 'react'
import { formatTime } from '#lib/format-date-time.ts'
import { blockInWords, shortStatusWords } from '../appointment-words.ts'
import { StatusMark } from '../StatusMark.tsx'
import type { Block, GridColumn } from '../schedule-layout.ts'
import type { Handle } from './use-drag.ts'

/** Pixels: from this height a block has room for a second line, and a third. */
const TWO_LINES = 38
const THREE_LINES = 56

export type BlockHandle = {
  onTaken: (event: PointerEvent, column: GridColumn, block: Block, handle: Handle) => void
  mayResize: boolean
}

type BlockCellProps = {
  block: Block
  style: { top: number; height: number }
  timeZone: string
  isChosen: boolean
  onChosen: () => void
  handle: BlockHandle | null
  onOpen: (() => void) | undefined
  column: GridColumn
}

export function BlockCell(props: BlockCellProps) {
  const { block, style, timeZone, isChosen, onChosen, handle, onOpen, column } = props
  const { appointment, who, type, whole } = block
  const { status } = appointment
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
      title={blockInWords(block, timeZone)}
    >
      <span className="visually-hidden">{blockInWords(block, timeZone)}</span>
      <span className="block-line" aria-hidden="true">
        <StatusMark status={status} />
        <span className="block-who">{who || 'Being booked'}</span>
        {style.height < TWO_LINES && <span className="block-type">{type}</span>}
      </span>
      {style.height >= TWO_LINES && (
        <span className="block-line block-type" aria-hidden="true">
          {formatTime(whole.start, timeZone)}, {type}
        </span>
      )}
      {style.height >= THREE_LINES && (
        <span className="block-line" aria-hidden="true">
          {shortStatusWords[status]}, {block.where}
        </span>
      )}
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
