import type { ScheduleRights } from '../schedule-rights.ts'

type Key = readonly [key: string, does: string]

const KEYS: readonly Key[] = [
  ['Arrow keys', 'go to the next time, appointment or column'],
  ['Page Up, Page Down', 'go up or down an hour'],
  ['Home, End', 'go to the first or last time. With Ctrl, go to the first or last column'],
]
const OPENING: Key = ['Enter', 'open an appointment']
const BOOKING: readonly Key[] = [
  ['Enter or N', 'book a free time. With the mouse, click the free time, then the time it shows'],
]
const MOVING: readonly Key[] = [
  ['Mouse', 'drag an appointment to move it'],
  [
    'M',
    'pick up an appointment. Move it with the arrow keys, then press Enter to drop it or Escape to cancel',
  ],
]
const RESIZING: readonly Key[] = [
  ['Shift and arrows', 'make an appointment longer or shorter after you pick it up'],
]
const HOURS: readonly Key[] = [
  ['A', 'change the hours of the clinician at that time, or add hours where there are none'],
]
const OWN_HOURS: readonly Key[] = [
  ['Enter or A', 'change the hours at that time, or add hours where there are none'],
  ['Delete', 'delete these hours on this day'],
]

function drawing({ mayBookAny, mayAddSomeHours }: ScheduleRights): Key[] {
  const made = [mayBookAny && 'an appointment', mayAddSomeHours && 'hours'].filter(Boolean)
  const what = made.join(' or ')
  return [
    [
      'Shift and arrows',
      `draw ${what} at an empty time. Press Enter to create it or Escape to cancel`,
    ],
    ['Mouse', `press on an empty time and drag to draw ${what}`],
  ]
}

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
      <summary>Keyboard and mouse</summary>
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
