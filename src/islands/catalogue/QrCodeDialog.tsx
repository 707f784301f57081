import { useState } from 'react'
import type { QrCodeItem } from '#machines/ui/dialog.machine.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { QrCode, type QrModules, qrPng } from '../ui/QrCode.tsx'
import { saveFile } from '../ui/save-file.ts'

type QrCodeDialogProps = {
  open: boolean
  title: string
  item: QrCodeItem
  keyedUrl: string | null
  onClose: () => void
}

export function QrCodeDialog({ open, title, item, keyedUrl, onClose }: QrCodeDialogProps) {
  const [code, setCode] = useState<QrModules | null>(null)
  const [withKey, setWithKey] = useState(false)
  const url = withKey && keyedUrl ? keyedUrl : item.url
  const download = async () => {
    const png = code && (await qrPng(code, item.size))
    if (png) saveFile(item.filename, png)
  }
  const close = () => {
    setWithKey(false)
    onClose()
  }
  return (
    <Dialog open={open} title={title} onClose={close}>
      <div className="flex flex-col items-start gap-4">
        <QrCode url={url} size={item.size} alt={item.alt} onDrawn={setCode} />
        <p className="hint break-all">{url}</p>
        {keyedUrl && (
          <label className="choice">
            <input
              type="checkbox"
              checked={withKey}
              onChange={(event) => setWithKey(event.target.checked)}
            />
            Include the secret key
          </label>
        )}
        <Button unavailable={!code} onClick={() => void download()}>
          Download as PNG
        </Button>
      </div>
    </Dialog>
  )
}
