import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { SectionProps } from './section-props.ts'

export function WarningsSection({ context, send }: SectionProps) {
  const { warnings, confirmed, isHistorical } = context
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each that is confirmed
  useEffect(() => {
    list.current?.querySelector('button')?.focus()
  }, [confirmed])
  return (
    <div ref={list} className="flex flex-col gap-4">
      <h4 className="font-semibold">
        {isHistorical ? 'Check before you record it' : 'Check before you give it'}
      </h4>
      <ul className="flex flex-col gap-3">
        {warnings.map(({ code, text }) => (
          <li key={code} className="banner banner-warning flex flex-col items-start gap-3">
            <p>{text}</p>
            {confirmed.includes(text) ? (
              <p className="font-semibold">You confirmed this.</p>
            ) : (
              <Button small onClick={() => send({ type: 'warning.confirmed', text })}>
                Confirm
                <span className="visually-hidden">: {text}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {!isHistorical && (
          <Button look="secondary" onClick={() => send({ type: 'dose.withheld' })}>
            Do not give it
          </Button>
        )}
        <Button
          look="secondary"
          onClick={() => send({ type: 'section.reopened', section: 'product' })}
        >
          Change the vaccine
        </Button>
      </div>
    </div>
  )
}
