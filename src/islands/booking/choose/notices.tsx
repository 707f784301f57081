import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

type NoticeProps = {
  look?: 'banner-warn' | 'banner-danger'
  heading: string
  children: ReactNode
  actions: ReactNode
}

/** It takes the focus, because the step that it interrupts has gone. */
export function NoticeBanner({ look, heading, children, actions }: NoticeProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    document.getElementById('booking-step')?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      className={`banner ${look ?? ''} flex flex-col gap-3`}
    >
      <h2 id={id} className="heading-3">
        {heading}
      </h2>
      {children}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </section>
  )
}

type RefusedNoticeProps = {
  heading: string
  reason: string
  actions: readonly { label: string; onSelect: () => void; pending?: boolean }[]
}

export function RefusedNotice({ heading, reason, actions }: RefusedNoticeProps) {
  return (
    <NoticeBanner
      look="banner-danger"
      heading={heading}
      actions={actions.map(({ label, onSelect, pending }, index) => (
        <Button
          key={label}
          look={index === 0 ? 'primary' : 'secondary'}
          pending={pending ?? false}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    >
      <p>{reason}</p>
    </NoticeBanner>
  )
}
