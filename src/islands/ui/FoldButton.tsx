import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type FoldButtonProps = {
  look: 'secondary' | 'quiet'
  small?: boolean
  isOpen: boolean
  controls: string
  onToggle: () => void
  children: ReactNode
}

export function FoldButton(props: FoldButtonProps) {
  const { isOpen, controls, onToggle, children, ...button } = props
  return (
    <Button
      {...button}
      className={button.look === 'quiet' ? 'button-flush' : undefined}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      {children}
      <svg
        viewBox="0 0 20 20"
        className={`size-5 flex-none fill-none stroke-current ${isOpen ? 'rotate-180' : ''}`}
        strokeWidth="2.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="m5 7.5 5 5 5-5" />
      </svg>
    </Button>
  )
}
