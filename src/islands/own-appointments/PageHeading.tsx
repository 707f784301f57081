import { useEffect, useRef } from 'react'

type PageHeadingProps = { text: string; productName: string }

export function PageHeading({ text, productName }: PageHeadingProps) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const title = `${productName} – ${text}`
    if (document.title === title) return
    document.title = title
    element.current?.focus()
    scrollTo(0, 0)
  }, [text, productName])
  return (
    <h1 ref={element} tabIndex={-1} className="heading-1">
      {text}
    </h1>
  )
}
