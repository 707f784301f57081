import { useEffect, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '../../ui/Button.tsx'

const WIDTH = 600
const HEIGHT = 200
const LONGEST = 40_000

type DrawingPadProps = {
  onDrawn: (path: string) => void
  onCancel: () => void
}

/** Drawn with a finger, a pen or a mouse; who cannot draw signs by the typed name. */
export default function DrawingPad({ onDrawn, onCancel }: DrawingPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => {
    if (!canvas.current) return
    const drawing = new SignaturePad(canvas.current, {
      penColor: getComputedStyle(canvas.current).color,
      minDistance: 3,
    })
    drawing.addEventListener('endStroke', () => setEmpty(drawing.isEmpty()))
    pad.current = drawing
    return () => drawing.off()
  }, [])
  return (
    <div className="mt-3 flex flex-col gap-3">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        aria-label="Draw your signature here"
        role="img"
        className="w-full max-w-lg touch-none rounded border-2 border-line-strong bg-surface text-ink"
      />
      <div className="flex flex-wrap gap-3">
        <Button
          small
          unavailable={isEmpty}
          onClick={() => onDrawn(pathOf(pad.current?.toData() ?? [], canvas.current))}
        >
          Use this signature
        </Button>
        <Button
          look="secondary"
          small
          onClick={() => {
            pad.current?.clear()
            setEmpty(true)
          }}
        >
          Clear
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** Lines from point to point, in whole units of 600 by 200; a long drawing is cut off. */
function pathOf(strokes: readonly PointGroup[], canvas: HTMLCanvasElement | null): string {
  const scale = WIDTH / (canvas?.clientWidth || WIDTH)
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  const path = strokes
    .map(({ points }) => {
      const places = points.map(
        ({ x, y }) => `${within(x * scale, WIDTH)} ${within(y * scale, HEIGHT)}`,
      )
      const [first = '0 0', ...others] = places
      return `M${first}L${others.length > 0 ? others.join(' ') : first}`
    })
    .join('')
  return path.slice(0, path.length > LONGEST ? path.lastIndexOf('M', LONGEST) : undefined)
}
