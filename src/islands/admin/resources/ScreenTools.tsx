import { useState } from 'react'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useLatePart } from '../../ui/use-late-part.ts'
import type { AdminScreen, ScreenTool, ScreenToolProps } from './admin-screen.ts'

type ScreenToolsProps = {
  settings: PublicSettings
  screen: AdminScreen
  tools: readonly ScreenTool[]
  isCovered: boolean
  onOpen: ScreenToolProps['onOpen']
  onChanged: () => void
}

export function ScreenTools({ tools, ...props }: ScreenToolsProps) {
  return tools.map((tool) => <OneTool key={tool.name} {...props} tool={tool} />)
}

type OneToolProps = Omit<ScreenToolsProps, 'tools'> & { tool: ScreenTool }

function OneTool({ tool, isCovered, ...rest }: OneToolProps) {
  const [isOpen, setOpen] = useState(false)
  const late = useLatePart(tool.load, () =>
    notify('This could not be loaded. Check your connection and try again.', { kind: 'failed' }),
  )
  const Part = late.part
  const id = `tool-${tool.name}`
  const close = () => {
    setOpen(false)
    // A record may have been opened and closed in between, and taken the way back with it.
    queueMicrotask(() => document.getElementById(id)?.focus())
  }
  return (
    <>
      <Button
        id={id}
        look="secondary"
        small
        pending={late.isLoading}
        onClick={() => late.open(() => setOpen(true))}
      >
        {tool.label}
      </Button>
      {isOpen && !isCovered && Part && <Part {...rest} onClose={close} />}
    </>
  )
}
