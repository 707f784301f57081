import { useEffect, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '../../ui/Button.tsx'

const WIDTH = 600
const HEIGHT = 200
const LONGEST = 40_000
/** On white in both themes, as on paper: what is drawn stays when the theme changes. */
const INK = '#13211e'

type DrawingPadProps = {
  onDrawn: (path: string) => void
  onCancel: () => void
}

/** Drawn with a finger, a pen or a mouse; who cannot draw signs by the typed name. */
export default function DrawingPad({ onDrawn, onCancel }: DrawingPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const area = useRef<HTMLFieldSetElement>(null)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => {
    if (!canvas.current) return
    const drawing = new SignaturePad(canvas.current, { penColor: INK, minDistance: 3 })
    drawing.addEventListener('endStroke', () => setEmpty(drawing.isEmpty()))
    pad.current = drawing
    const stopFitting = observeSize(canvas.current, drawing)
    return () => {
      stopFitting()
      drawing.off()
    }
  }, [])
  useEffect(() => area.current?.focus(), [])
  return (
    <fieldset ref={area} tabIndex={-1} className="mt-3 flex flex-col gap-3">
      <legend className="visually-hidden">Drawing area</legend>
      {/* The border is around the canvas: points are counted from its corner. */}
      <div className="max-w-lg overflow-hidden rounded border-2 border-line-strong">
        <canvas
          ref={canvas}
          aria-label="Draw your signature here"
          role="img"
          className="forced-color-adjust-none block aspect-3/1 w-full touch-none bg-white"
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          small
          unavailable={isEmpty}
          onClick={() => onDrawn(toSvgPath(pad.current?.toData() ?? [], canvas.current))}
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
    </fieldset>
  )
}

function observeSize(canvas: HTMLCanvasElement, drawing: SignaturePad): () => void {
  let width = 0
  let ratio = 0
  const fill = () => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || (clientWidth === width && devicePixelRatio === ratio)) return
    const growth = width === 0 ? 1 : clientWidth / width
    width = clientWidth
    ratio = devicePixelRatio
    canvas.width = Math.round(clientWidth * ratio)
    canvas.height = Math.round(clientHeight * ratio)
    canvas.getContext('2d')?.scale(ratio, ratio)
    const strokes = drawing.toData().map((stroke) => ({
      ...stroke,
      points: stroke.points.map((point) => ({
        ...point,
        x: point.x * growth,
        y: point.y * growth,
      })),
    }))
    drawing.fromData(strokes)
  }
  const observer = new ResizeObserver(fill)
  observer.observe(canvas)
  addEventListener('resize', fill)
  fill()
  return () => {
    observer.disconnect()
    removeEventListener('resize', fill)
  }
}

/** Lines from point to point, in whole units of 600 by 200; a long drawing is cut off. */
function toSvgPath(strokes: readonly PointGroup[], canvas: HTMLCanvasElement | null): string {
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
