import type { ScheduleRights } from './schedule-rights.ts'

const KEYS: readonly [string, string][] = [
  ['Arrow keys', 'to the next time, appointment or column'],
  ['Enter', 'open an appointment'],
  ['Page Up, Page Down', 'an hour up or down'],
  ['Home, End', 'to the first or last time; with Ctrl the first or last column'],
]
const BOOKING: readonly [string, string][] = [
  ['Enter or N', 'book at a free time; with the mouse: click on it, and on the time that it shows'],
]
const MOVING: readonly [string, string][] = [
  ['Mouse', 'drag an appointment to where it is to be'],
  ['M', 'take hold of an appointment: arrows carry it, Enter drops it, Escape leaves it'],
]
const RESIZING: readonly [string, string][] = [
  ['Shift and arrows', 'while it is held: make it longer or shorter'],
]

const HOURS: readonly [string, string][] = [
  ['A', 'change the hours of the clinician at that time, or add hours where there are none'],
]

/** What the keyboard does in the grid, for who looks for it. */
export function KeyboardHelp({ rights }: { rights: ScheduleRights }) {
  const keys = [
    ...KEYS,
    ...(rights.mayBookAny ? BOOKING : []),
    ...(rights.mayMoveAny ? MOVING : []),
    ...(rights.mayResize ? RESIZING : []),
    ...(rights.mayChangeSomeHours ? HOURS : []),
  ]
  return (
    <details className="keyboard-help no-print">
      <summary>Keyboard</summary>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key} className="keyboard-key">
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
