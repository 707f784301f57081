import { useEffect, useRef } from 'react'

type StepHeadingProps = {
  heading: string
  caption: string
  productName: string
  isInterrupted: boolean
}

export function StepHeading({ heading, caption, productName, isInterrupted }: StepHeadingProps) {
  const element = useRef<HTMLHeadingElement>(null)
  const shown = useRef(heading)
  useEffect(() => {
    document.title = `${productName} – ${heading} – ${caption}`
    if (shown.current === heading) return
    shown.current = heading
    if (!isInterrupted) element.current?.focus()
  }, [heading, caption, productName, isInterrupted])
  return (
    <div>
      <p className="text-ink-soft">{caption}</p>
      <h1 ref={element} id="booking-step" tabIndex={-1} className="heading-1 scroll-mt-12">
        {heading}
      </h1>
    </div>
  )
}
