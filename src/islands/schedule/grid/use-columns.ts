import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { GridColumn } from '../schedule-layout.ts'

export const AXIS_PX = 68
const NARROWEST_COLUMN_PX = 168

export function useColumns(columns: readonly GridColumn[], focused: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const size = Math.max(NARROWEST_COLUMN_PX, Math.floor((width - AXIS_PX) / columns.length))

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: () => size,
    getItemKey: (index) => columns[index]?.key ?? index,
    overscan: 2,
    scrollPaddingStart: AXIS_PX,
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return drawn.includes(focused) ? drawn : [...drawn, focused].sort((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is another layout
  useLayoutEffect(() => virtual.measure(), [virtual, size])

  return {
    frame,
    size,
    total: virtual.getTotalSize(),
    showColumn: (index: number) => virtual.scrollToIndex(index),
    drawn: virtual.getVirtualItems().flatMap(({ index, start, size: width }) => {
      const column = columns[index]
      return column ? [{ column, index, left: start, width }] : []
    }),
  }
}

export type DrawnColumn = ReturnType<typeof useColumns>['drawn'][number]
