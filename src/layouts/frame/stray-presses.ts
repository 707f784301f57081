/**
 * The second click of a double click lands on what the first one put there: it would answer a
 * question that nobody has read, or close a dialog again. So would a key that is held down. Both
 * are dropped. Presses of the same control in a row all count.
 */
const DOUBLE_CLICK_MS = 500
const SAME_PLACE_PX = 5

type Click = { control: EventTarget | null; timeStamp: number; clientX: number; clientY: number }

let first: Click | null = null
/** It is where the key that is down was pressed. */
let keyedAt: EventTarget | null = null

const findControl = ({ target }: Event) => {
  if (!(target instanceof Element)) return target
  const control = target.closest('a, button, input, select, textarea, label, summary') ?? target
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}

const isElsewhere = (press: MouseEvent) => first !== null && findControl(press) !== first.control

/** A press does not count itself, as a click does: the time and the place tell. */
const isSecond = ({ timeStamp, clientX, clientY }: MouseEvent) =>
  first !== null &&
  timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
  Math.hypot(clientX - first.clientX, clientY - first.clientY) < SAME_PLACE_PX

const drop = (press: Event) => {
  press.preventDefault()
  press.stopImmediatePropagation()
}

const options = { capture: true }

addEventListener(
  'pointerdown',
  (press) => {
    if (isElsewhere(press) && isSecond(press)) drop(press)
  },
  options,
)

addEventListener(
  'click',
  (click) => {
    const { detail, timeStamp, clientX, clientY } = click
    if (detail > 1 && isElsewhere(click)) drop(click)
    else first = { control: findControl(click), timeStamp, clientX, clientY }
  },
  options,
)

addEventListener(
  'keydown',
  (key) => {
    if (key.key !== 'Enter' && key.key !== ' ') return
    if (!key.repeat) keyedAt = key.target
    else if (key.target !== keyedAt) drop(key)
  },
  options,
)

export {}
