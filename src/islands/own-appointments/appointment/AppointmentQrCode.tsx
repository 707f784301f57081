import { QrCode } from '../../ui/QrCode.tsx'

const QR_CODE_SIZE = 200

/** The link for another device; a phone is that device itself, and shows it in print only. */
export function AppointmentQrCode({ manageUrl }: { manageUrl: string }) {
  return (
    <figure className="flex print:break-inside-avoid flex-col gap-2 max-sm:hidden print:flex">
      <QrCode url={manageUrl} size={QR_CODE_SIZE} alt="QR code of the link to this appointment" />
      <figcaption className="hint">Scan this to open the appointment on your phone.</figcaption>
    </figure>
  )
}
