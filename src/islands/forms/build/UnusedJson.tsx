import { Button } from '../../ui/Button.tsx'

type UnusedJsonProps = { onShow: () => void; onDrop: () => void }

/** Says in the other views that JSON was typed, which would be lost without a word. */
export function UnusedJson({ onShow, onDrop }: UnusedJsonProps) {
  return (
    <section
      aria-label="JSON that is not used yet"
      className="banner banner-warning flex flex-col gap-3"
    >
      <p>You typed JSON that is not part of the form yet.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" small onClick={onShow}>
          Go to the JSON
        </Button>
        <Button look="quiet" small onClick={onDrop}>
          Drop these changes
        </Button>
      </div>
    </section>
  )
}
