import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ActorRefFrom } from 'xstate'
import type { Notification, notificationsMachine } from '#machines/ui/notifications.machine.ts'
import { Button } from '../Button.tsx'
import { findTabStop } from '../dialog/find-tab-stop.ts'
import { useShownNotifications } from './notify.ts'
import './notifications.css'

/**
 * Each island that notifies renders it at its root, always: a live region must be there before it
 * speaks. However many a page has, one of them shows; it lies outside of the island, so that an
 * open dialog does not silence it.
 */
export function Notifications() {
  const actor = useShownNotifications()
  return actor && createPortal(<Region actor={actor} />, document.body)
}

function Region({ actor }: { actor: ActorRefFrom<typeof notificationsMachine> }) {
  const shown = useSelector(actor, ({ context }) => context.queue[0] ?? null)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const isInside = region.current?.contains(event.target as Node)
      if (!isInside && isElsewhere(event.target)) return
      if (isInside) event.preventDefault()
      actor.send({ type: 'notification.dismissed' })
    }
    document.addEventListener('keydown', dismiss)
    return () => document.removeEventListener('keydown', dismiss)
  }, [actor])
  const card = shown && (
    <Card
      key={shown.id}
      notification={shown}
      onAttention={(isTaken) =>
        actor.send({ type: isTaken ? 'attention.taken' : 'attention.left' })
      }
      onDismiss={() => actor.send({ type: 'notification.dismissed' })}
    />
  )
  const isAlert = shown?.kind === 'failed'
  return (
    <section ref={region} aria-label="Notifications" className="notifications print:hidden">
      <div role="status">{!isAlert && card}</div>
      {isAlert && <div role="alert">{card}</div>}
    </section>
  )
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[role="dialog"], [role="menu"], [aria-expanded="true"], details[open]') !== null

type CardProps = {
  notification: Notification
  onAttention: (isTaken: boolean) => void
  onDismiss: () => void
}

function Card({ notification: { kind, message, action }, onAttention, onDismiss }: CardProps) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const { card, noteWhereFrom } = useFocusGivenBack()
  const isAttended = isHovered || isFocused
  const callAttention = useRef(onAttention)
  useEffect(() => {
    callAttention.current = onAttention
  })
  useLayoutEffect(() => {
    if (!isAttended) return
    callAttention.current(true)
    return () => callAttention.current(false)
  }, [isAttended])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices who attends to it
    <div
      ref={card}
      className={`notification notification-${kind}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true)
        noteWhereFrom(event.relatedTarget)
      }}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <Mark kind={kind} />
      <p className="notification-words">{message}</p>
      <div className="notification-buttons">
        {action && (
          <Button
            look="secondary"
            small
            onClick={() => {
              action.run()
              onDismiss()
            }}
          >
            {action.label}
          </Button>
        )}
        <Button look="quiet" small onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}

const MARKS = {
  done: 'm4 10.5 4 4 8-9',
  warning: 'M10 4v8M10 15.5v.5',
  failed: 'm5 5 10 10M15 5 5 15',
}

function Mark({ kind }: { kind: keyof typeof MARKS }) {
  return (
    <svg viewBox="0 0 20 20" className="notification-mark" aria-hidden="true">
      <path d={MARKS[kind]} />
    </svg>
  )
}

/**
 * A notification that goes while the focus is in it gives it back to the page's grid, which lies
 * far from it in the order of the Tab key, else to where it came from.
 */
function useFocusGivenBack() {
  const card = useRef<HTMLDivElement>(null)
  const from = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      queueMicrotask(() => {
        const grid = document.querySelector('[role="grid"]')
        const place = (grid && findTabStop(grid)) ?? from.current
        if (place?.isConnected) place.focus()
      })
    }
  }, [])
  const noteWhereFrom = (came: EventTarget | null) => {
    const isOutside = came instanceof HTMLElement && !card.current?.contains(came)
    if (isOutside) from.current = came
  }
  return { card, noteWhereFrom }
}
