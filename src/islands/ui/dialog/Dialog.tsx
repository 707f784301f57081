import {
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Dialog as HeadlessDialog,
} from '@headlessui/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findTabStop } from './find-tab-stop.ts'
import { LeaveQuestion, type Loss } from './LeaveQuestion.tsx'
import './dialog.css'

type DialogProps = {
  open: boolean
  title: string
  onClose: () => void
  /** Work is under way: the dialog cannot be closed. */
  busy?: boolean
  /**
   * Closing would lose something, so it asks first. By default it asks where a field has changed.
   */
  isUnsaved?: boolean
  /** It says what is asked then. Left out, it asks whether to leave changes unsaved. */
  loss?: Loss
  wide?: boolean | 'full'
  children: ReactNode
}

/**
 * It keeps the focus inside and gives it back. Load it when it is first opened
 * (`lateComponent`): the library behind it is not small.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: DialogProps) {
  const { open, title, onClose, busy = false, wide = false, children } = props
  useFocusGivenBack()
  // It is no reference, because it is there a moment after the first rendering.
  const [dialog, setDialog] = useState<HTMLElement | null>(null)
  const { putFocusBack, lastPlace } = useRetainedFocus(dialog)
  const hasChanges = useChangedFields(dialog)
  const [isAsking, setAsking] = useState(false)
  const leftAt = useRef<HTMLElement | null>(null)
  const close = () => {
    if (!busy) {
      if (!isAsking && !(props.isUnsaved ?? hasChanges())) onClose()
      else if (!isAsking) {
        leftAt.current = lastPlace()
        setAsking(true)
      }
    }
    putFocusBack()
  }
  const stay = () => {
    flushSync(() => setAsking(false))
    leftAt.current?.focus()
  }
  return (
    <HeadlessDialog ref={setDialog} open={open} onClose={close} className="fixed inset-0 z-40">
      <DialogBackdrop className="dialog-backdrop" />
      <div className="dialog-frame">
        <DialogPanel className={panelClass(wide)}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <DialogTitle className="heading-2">{title}</DialogTitle>
            <button
              type="button"
              className="button button-quiet button-small"
              aria-disabled={busy || undefined}
              onClick={close}
            >
              Close
            </button>
          </div>
          {isAsking && !busy && (
            <div className="mb-5">
              <LeaveQuestion loss={props.loss} onLeave={onClose} onStay={stay} />
            </div>
          )}
          {children}
          <ContentFocus />
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

const panelClass = (wide: boolean | 'full') =>
  `dialog-panel${wide ? ` dialog-panel-${wide === 'full' ? wide : 'wide'}` : ''}`

/**
 * Keeps the focus where the content has put it when it was shown: on a touch screen the library
 * then takes it for the dialog itself.
 */
function ContentFocus() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { activeElement } = document
    const isContent = place.current?.parentElement?.contains(activeElement)
    if (!isContent || !(activeElement instanceof HTMLElement)) return
    queueMicrotask(() => activeElement.focus())
  }, [])
  return <span ref={place} hidden />
}

/**
 * The library gives the focus back only to what was pressed after it had been loaded. What opened the
 * dialog may be gone, or nothing may have been pressed: then the grid that it was in takes the focus,
 * else the page's content.
 */
function useFocusGivenBack() {
  const [opener] = useState(() => document.activeElement)
  const [grid] = useState(() => opener?.closest('[role="grid"]'))
  useEffect(
    () => () => {
      queueMicrotask(() => {
        const isGone = !opener?.isConnected
        if (grid?.isConnected && isGone) findTabStop(grid)?.focus()
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && !isGone && opener !== document.body) opener.focus()
        else document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [opener, grid],
  )
}

/**
 * The dialog takes the focus that goes with a change of the content. The library takes it away for
 * Escape, also where the dialog stays: `putFocusBack`.
 */
function useRetainedFocus(dialog: HTMLElement | null) {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!dialog) return
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) {
      last.current = activeElement
    }
    const remember = ({ target }: FocusEvent) => {
      last.current = target as HTMLElement
    }
    const changes = new MutationObserver(() => {
      if (last.current && !last.current.isConnected) focusUnlessHeld(dialog)
    })
    dialog.addEventListener('focusin', remember)
    changes.observe(dialog, { childList: true, subtree: true })
    return () => {
      dialog.removeEventListener('focusin', remember)
      changes.disconnect()
    }
  }, [dialog])
  const lastPlace = () => (last.current?.isConnected ? last.current : dialog)
  const putFocusBack = () => {
    const place = lastPlace()
    if (place) focusUnlessHeld(place)
  }
  return { putFocusBack, lastPlace }
}

/** It runs after whatever takes the focus by itself. */
function focusUnlessHeld(element: HTMLElement) {
  setTimeout(() => {
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
  })
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** These may be typed again without loss: a PIN, and what is only looked for. */
const NOT_ANSWERS = ['password', 'search']

/**
 * Tells whether a field of a form within an element differs from what it was when it was first
 * reached. A form that is gone counts no more.
 */
function useChangedFields(element: HTMLElement | null): () => boolean {
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
