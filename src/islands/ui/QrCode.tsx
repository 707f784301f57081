import type { QRCode } from 'qrcode'
import { useEffect, useState } from 'react'

/** Empty modules around the code that a reader needs (ISO/IEC 18004). */
const QUIET_ZONE = 4

export type QrModules = {
  side: number
  path: string
}

async function qrModules(text: string): Promise<QrModules> {
  const { create } = await import('qrcode')
  return drawn(create(text, { errorCorrectionLevel: 'M' }))
}

function drawn({ modules }: QRCode): QrModules {
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) =>
      modules.get(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : '',
    ).join(''),
  )
  return { side: modules.size + 2 * QUIET_ZONE, path: rows.join('') }
}

type QrCodeProps = {
  url: string
  size: number
  alt: string
  onDrawn?: (code: QrModules) => void
}

/** A QR code, dark on white also in dark mode: many readers cannot read it the other way. */
export function QrCode({ url, size, alt, onDrawn }: QrCodeProps) {
  const [code, setCode] = useState<QrModules | 'failed' | null>(null)
  useEffect(() => {
    let current = true
    const show = (drawnCode: QrModules) => {
      if (!current) return
      setCode(drawnCode)
      onDrawn?.(drawnCode)
    }
    qrModules(url).then(show, () => current && setCode('failed'))
    return () => {
      current = false
    }
  }, [url, onDrawn])
  if (code === 'failed') return <p>We could not create the QR code. Use the link instead.</p>
  if (!code) return <div aria-hidden="true" style={{ width: size, height: size }} />
  return (
    <svg
      role="img"
      aria-label={alt}
      width={size}
      height={size}
      viewBox={`0 0 ${code.side} ${code.side}`}
      shapeRendering="crispEdges"
      className="rounded-sm"
    >
      <rect width={code.side} height={code.side} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  )
}

/** The same code as a PNG of `size` pixels or more: modules are never cut. */
export function qrPng({ side, path }: QrModules, size: number): Promise<Blob | null> {
  const scale = Math.ceil(size / side)
  const canvas = document.createElement('canvas')
  canvas.width = side * scale
  canvas.height = side * scale
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
