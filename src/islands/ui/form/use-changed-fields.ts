import { useEffect, useRef } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** These may be typed again without loss: a PIN, and what is only looked for. */
const NOT_ANSWERS = ['password', 'search']

/**
 * Tells whether a field of a form within an element differs from what it was when it was first
 * reached. A form that is gone counts no more.
 */
export function useChangedFields(element: HTMLElement | null): () => boolean {
  const first = useRef(new Map<Control, string>())
  useEffect(() => {
    if (!element) return
    const reached = ({ target }: Event) => {
      if (isAnswer(target) && !first.current.has(target))
        first.current.set(target, answerIn(target))
    }
    // Some browsers give a box no focus when it is pressed: then it was the other way round before.
    const changed = ({ target }: Event) => {
      if (isAnswer(target) && !first.current.has(target)) {
        first.current.set(target, isBox(target) ? String(!target.checked) : '')
      }
    }
    element.addEventListener('focusin', reached)
    element.addEventListener('change', changed)
    return () => {
      element.removeEventListener('focusin', reached)
      element.removeEventListener('change', changed)
    }
  }, [element])
  return () =>
    [...first.current].some(
      ([control, value]) => control.isConnected && answerIn(control) !== value,
    )
}

const isAnswer = (target: EventTarget | null): target is Control =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement) &&
  target.form !== null &&
  !NOT_ANSWERS.includes(target.type)

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

const answerIn = (control: Control) => (isBox(control) ? String(control.checked) : control.value)
