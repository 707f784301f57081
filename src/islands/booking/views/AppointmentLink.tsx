import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notifications } from '../../ui/Notifications.tsx'
import { notify } from '../../ui/notify.ts'
import { QrCode } from '../../ui/QrCode.tsx'

const QR_CODE_SIZE = 200

/** The way back to the booking: to keep, to copy, to print, to scan. */
export function AppointmentLink({ manageUrl }: { manageUrl: string }) {
  return (
    <section aria-labelledby="appointment-link" className="flex flex-col gap-4">
      <h2 id="appointment-link" className="heading-2">
        Find or cancel this booking
      </h2>
      <p>
        Keep this link. Anybody who has it can see and cancel this booking, so share it only with
        people you trust.
      </p>
      <p>
        <a className="link printed-address break-all" href={manageUrl}>
          Find or cancel this booking
        </a>
      </p>
      <div className="print:hidden flex flex-wrap gap-3">
        <CopyButton label="Copy link" text={manageUrl} onCopied={() => notify('Link copied')} />
      </div>
      <figure className="qr-code flex flex-col gap-2">
        <QrCode url={manageUrl} size={QR_CODE_SIZE} alt="QR code of the link to this booking" />
        <figcaption className="hint">Scan this to open the booking on your phone.</figcaption>
      </figure>
      <Notifications />
    </section>
  )
}
