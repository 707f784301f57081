import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminRecord, AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { type BulkResult, MOST_AT_ONCE } from '#lib/contract/admin/bulk.ts'
import { Button } from '../../ui/Button.tsx'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import type { ScreenRights } from './admin-screen.ts'
import { countRecords, formatBulkOffer, offeredAtOnce } from './format-bulk.ts'

const BulkDialog = lateComponent(async () => (await import('./BulkDialog.tsx')).BulkDialog)

type SelectionBarProps = {
  of: AnyAdminResource
  rights: ScreenRights
  records: readonly AdminRecord[]
  here: number
  many: ReactNode
  fileAddress: (ids: readonly number[]) => string
  onClear: () => void
  onTried: (results: readonly BulkResult[]) => void
  onEmptied: () => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { of, rights, records, here, many, fileAddress, onClear, onTried, onEmptied } = props
  // They are those that it was opened with, because what is done leaves the selection.
  const [confirming, setConfirming] = useState<readonly AdminRecord[] | null>(null)
  const offered = offeredAtOnce(of, rights)
  const [word, more] = formatBulkOffer(offered)
  const count = records.length
  const isTooMany = count > MOST_AT_ONCE
  const elsewhere = count - here
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && confirming === null && count === 0) onEmptied()
    wasAsked.current = confirming !== null
  })
  return (
    <>
      <div className={count > 0 ? 'selection-bar' : 'visually-hidden'}>
        <p role="status" className="min-w-0 font-semibold max-sm:flex-1">
          {count > 0 && `${countRecords(of, count)} selected`}
          {elsewhere > 0 && `, ${elsewhere} of them on other pages`}
        </p>
        {count > 0 && (
          <>
            {isTooMany ? (
              <div className="flex flex-wrap items-center gap-3 max-sm:order-last max-sm:basis-full">
                {many}
                <p>
                  Select {MOST_AT_ONCE} or fewer to {many ? '' : 'change or '}download them
                  together.
                </p>
              </div>
            ) : (
              <div className="flex gap-3 max-sm:order-last max-sm:basis-full">
                {many}
                {Object.keys(offered).length > 0 && (
                  <Button
                    small
                    aria-label={`${word}${more}…`}
                    onClick={() => setConfirming(records)}
                  >
                    <span>
                      {word}
                      <span className="max-sm:hidden">{more}</span>…
                    </span>
                  </Button>
                )}
                {rights.export && (
                  <DownloadLink
                    label="Download selected"
                    href={fileAddress(records.map(({ id }) => id))}
                  >
                    <span>
                      Download<span className="max-sm:hidden"> selected</span>
                    </span>
                  </DownloadLink>
                )}
              </div>
            )}
            <Button
              look="quiet"
              small
              onClick={() => {
                onClear()
                onEmptied()
              }}
            >
              Clear <span className="visually-hidden">selection</span>
            </Button>
          </>
        )}
      </div>
      {confirming && (
        <BulkDialog
          of={of}
          offered={offered}
          records={confirming}
          onTried={onTried}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}
