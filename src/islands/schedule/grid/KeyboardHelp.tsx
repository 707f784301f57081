import type { ScheduleRights } from '../schedule-rights.ts'

type Key = readonly [key: string, does: string]

const KEYS: readonly Key[] = [
  ['Arrow keys', 'to the next time, appointment or column'],
  ['Page Up, Page Down', 'an hour up or down'],
  ['Home, End', 'to the first or last time; with Ctrl the first or last column'],
]
const OPENING: Key = ['Enter', 'open an appointment']
const BOOKING: readonly Key[] = [
  ['Enter or N', 'book at a free time; with the mouse: click on it, and on the time that it shows'],
]
const MOVING: readonly Key[] = [
  ['Mouse', 'drag an appointment to where it is to be'],
  ['M', 'take hold of an appointment: arrows carry it, Enter drops it, Escape leaves it'],
]
const RESIZING: readonly Key[] = [
  ['Shift and arrows', 'while it is held: make it longer or shorter'],
]
const HOURS: readonly Key[] = [
  ['A', 'change the hours of the clinician at that time, or add hours where there are none'],
]
const OWN_HOURS: readonly Key[] = [
  ['Enter or A', 'change the hours at that time, or add hours where there are none'],
  ['Delete', 'take these hours off on this day'],
]

/** What is drawn over empty time, for who may begin something there. */
function drawing({ mayBookAny, mayAddSomeHours }: ScheduleRights): Key[] {
  const made = [mayBookAny && 'an appointment', mayAddSomeHours && 'hours'].filter(Boolean)
  const what = made.join(' or ')
  return [
    ['Shift and arrows', `at an empty time: draw ${what}; Enter makes it, Escape gives up`],
    ['Mouse', `press on an empty time and draw ${what}`],
  ]
}

/** What the keyboard and the mouse do in the grid, for who looks for it. */
export function KeyboardHelp({ rights }: { rights: ScheduleRights }) {
  const { isOfHours, mayBookAny, mayMoveAny, mayResize, mayChangeSomeHours } = rights
  const keys = [
    ...(isOfHours ? [] : [OPENING]),
    ...KEYS,
    ...(mayBookAny ? BOOKING : []),
    ...(mayMoveAny ? MOVING : []),
    ...(mayResize ? RESIZING : []),
    ...(mayChangeSomeHours ? (isOfHours ? OWN_HOURS : HOURS) : []),
    ...(mayBookAny || rights.mayAddSomeHours ? drawing(rights) : []),
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
