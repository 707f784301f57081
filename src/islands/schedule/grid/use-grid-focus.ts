import { type RefObject, useLayoutEffect, useRef } from 'react'
import { findTabStop } from '../../ui/dialog/find-tab-stop.ts'
import type { HeldCursor } from './grid-cursor.ts'

type GridFocus = {
  frame: RefObject<HTMLElement | null>
  cursor: HeldCursor
  column: number
  showColumn: (index: number) => void
}

/**
 * Keeps the focus on the cell at the cursor: it goes there when `wantFocus` was called, and takes the
 * place of a cell that had it and is gone.
 */
export function useGridFocus({ frame, cursor, column, showColumn }: GridFocus) {
  const shouldFocus = useRef(false)
  const isInside = useRef(false)
  const tabStop = () => frame.current && findTabStop(frame.current)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor
  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    showColumn(column)
    const cell = tabStop()
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cursor])

  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      tabStop()?.focus({ preventScroll: true })
    }
  })

  return {
    wantFocus: () => {
      shouldFocus.current = true
    },
    watch: {
      onFocus: () => {
        isInside.current = true
      },
      onBlur: ({ target }: { target: Element }) => {
        isInside.current = !target.isConnected
      },
    },
  }
}
