import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { parseSecretKey, withServiceQuery } from '#lib/catalogue/service-query.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { createDialogMachine, qrCodeDialogMachine } from '#machines/ui/dialog.machine.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { useLatePart } from '../ui/use-late-part.ts'
import { pageWithKey, rememberedKey, rememberKey } from './secret-key.ts'

type ServiceToolsProps = {
  serviceUrlPath: string
  title: string
  settings: PublicSettings
  api?: ApiClient
  navigate?: (address: string) => void
}

const secretKeyDialogMachine = createDialogMachine({})
const goTo = (address: string) => location.assign(address)

export function ServiceTools(props: ServiceToolsProps) {
  const { serviceUrlPath, title, settings, api, navigate = goTo } = props
  const { key, changeKey } = useSecretKey(navigate)
  const [qrCode, sendQrCode] = useMachine(qrCodeDialogMachine)
  const [secretKey, sendSecretKey] = useMachine(secretKeyDialogMachine)
  const notLoaded = () =>
    notify('This could not be loaded. Check your connection and try again.', { kind: 'failed' })
  const qrCodePart = useLatePart(() => import('./QrCodeDialog.tsx'), notLoaded)
  const secretKeyPart = useLatePart(() => import('./SecretKeyDialog.tsx'), notLoaded)

  const link = serviceLink(settings.publicUrl, serviceUrlPath, null)
  const keyedLink = key ? serviceLink(settings.publicUrl, serviceUrlPath, key) : null
  return (
    <div className="print:hidden flex flex-wrap gap-3">
      <CopyButton label="Copy link" text={link} onCopied={() => notify('Link copied')} />
      {keyedLink && (
        <CopyButton
          label="Copy link with key"
          text={keyedLink}
          onCopied={() => notify('Link with key copied')}
        />
      )}
      <Button
        look="secondary"
        pending={qrCodePart.isLoading}
        onClick={() =>
          qrCodePart.open(() => sendQrCode({ type: 'dialog.opened', item: { url: link } }))
        }
      >
        QR code
      </Button>
      <Button
        look="secondary"
        pending={secretKeyPart.isLoading}
        onClick={() => secretKeyPart.open(() => sendSecretKey({ type: 'dialog.opened' }))}
      >
        I have a secret key
      </Button>
      {qrCodePart.part && (
        <qrCodePart.part.QrCodeDialog
          open={qrCode.matches('shown')}
          title={`QR code for ${title}`}
          item={qrCode.context.item}
          keyedUrl={keyedLink}
          onClose={() => sendQrCode({ type: 'dialog.closed' })}
        />
      )}
      {secretKeyPart.part && secretKey.matches('shown') && (
        <secretKeyPart.part.SecretKeyDialog
          open
          currentKey={key}
          settings={settings}
          api={api}
          onClose={() => sendSecretKey({ type: 'dialog.closed' })}
          onChange={changeKey}
        />
      )}
      <Notifications />
    </div>
  )
}

function useSecretKey(navigate: (address: string) => void) {
  const [key, setKey] = useState<string | null>(null)
  useEffect(() => {
    setKey(parseSecretKey(new URL(location.href)) ?? rememberedKey())
  }, [])
  const changeKey = useCallback(
    (next: string | null) => {
      rememberKey(next)
      setKey(next)
      navigate(pageWithKey(location.href, next))
    },
    [navigate],
  )
  return { key, changeKey }
}

function serviceLink(publicUrl: string, path: string, key: string | null): string {
  const { origin, pathname } = new URL(path, publicUrl)
  return origin + withServiceQuery(pathname, { key: key ?? undefined })
}
