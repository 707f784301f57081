import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useLatePart } from '../../ui/use-late-part.ts'
import type { ManyTool, ManyToolProps } from './admin-screen.ts'

type ManyButtonProps = Pick<ManyToolProps, 'records' | 'query' | 'onChanged'> & {
  tool: ManyTool
  label: string
  look?: 'secondary'
}

export function ManyButton({ tool, label, look, records, ...rest }: ManyButtonProps) {
  // They are those that it was opened with, because the list may be read again meanwhile.
  const [opened, setOpened] = useState<Pick<ManyToolProps, 'records'> | null>(null)
  const { part: Part, ...late } = useLatePart(tool.load, () =>
    notify('This could not be loaded. Check your connection and try again.', { kind: 'failed' }),
  )
  return (
    <>
      <Button
        small
        {...(look && { look })}
        pending={late.isLoading}
        onClick={() => late.open(() => setOpened({ records }))}
      >
        {label}
      </Button>
      {opened && Part && <Part {...rest} {...opened} onClose={() => setOpened(null)} />}
    </>
  )
}
