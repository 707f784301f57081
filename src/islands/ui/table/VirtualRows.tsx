import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** Pixels: a row of one or two lines of text. Each is measured once it is drawn. */
const LIKELY_ROW_HEIGHT = 49
/** Rows beyond the edge on either side, so that Tab always finds a next one. */
const BEYOND = 10

export type VirtualRowsProps = {
  count: number
  keyOf: (place: number) => string | number
  draw: (place: number, attributes: object) => ReactNode
  /** Around the table. It scrolls, or the window does: the style sheet decides. */
  frame: RefObject<HTMLElement | null>
  targetRow: number
}

export function VirtualRows(props: VirtualRowsProps) {
  const isFrame = useSyncExternalStore(
    subscribeToSize,
    () => props.frame.current !== null && scrolls(props.frame.current),
    () => true,
  )
  return isFrame ? <RowsInFrame {...props} /> : <RowsInWindow {...props} />
}

const scrolls = (element: Element) =>
  ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)

function subscribeToSize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function RowsInFrame(props: VirtualRowsProps) {
  const [focused, setFocused] = useState<number | null>(null)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    ...options(props, focused),
    getScrollElement: () => props.frame.current,
  })
  return (
    <DrawnRows
      {...props}
      items={virtual.getVirtualItems()}
      from={0}
      to={virtual.getTotalSize()}
      measure={virtual.measureElement}
      onFocused={setFocused}
    />
  )
}

function RowsInWindow(props: VirtualRowsProps) {
  const { frame } = props
  const [focused, setFocused] = useState<number | null>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + window.scrollY))
  }, [frame])
  const virtual = useWindowVirtualizer<HTMLElement>({
    ...options(props, focused),
    scrollMargin: top,
  })
  return (
    <DrawnRows
      {...props}
      items={virtual.getVirtualItems()}
      from={top}
      to={top + virtual.getTotalSize()}
      measure={virtual.measureElement}
      onFocused={setFocused}
    />
  )
}

function options({ count, keyOf, targetRow }: VirtualRowsProps, focused: number | null) {
  return {
    count,
    getItemKey: keyOf,
    estimateSize: () => LIKELY_ROW_HEIGHT,
    overscan: BEYOND,
    // A row that goes while it has the focus would take the focus with it.
    rangeExtractor: (range: Range) => {
      const places = new Set(defaultRangeExtractor(range))
      for (const place of [focused, targetRow]) {
        if (place !== null && place >= 0 && place < count) places.add(place)
      }
      return [...places].sort((a, b) => a - b)
    },
  }
}

type DrawnRowsProps = VirtualRowsProps & {
  items: VirtualItem[]
  from: number
  to: number
  measure: (element: HTMLElement | null) => void
  onFocused: (place: number | null) => void
}

function DrawnRows({ items, from, to, measure, onFocused, draw }: DrawnRowsProps) {
  const rows = items.map(({ key, index, start }, place) => (
    <Fragment key={String(key)}>
      <Room pixels={start - (items[place - 1]?.end ?? from)} />
      {draw(index, {
        ref: measure,
        'data-index': index,
        onFocus: () => onFocused(index),
        onBlur: () => onFocused(null),
      })}
    </Fragment>
  ))
  return (
    <>
      {rows}
      <Room pixels={to - (items.at(-1)?.end ?? from)} />
    </>
  )
}

function Room({ pixels }: { pixels: number }) {
  if (pixels <= 0) return null
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus
  return <tr aria-hidden="true" className="room" style={{ height: pixels }} />
}
