/**
 * What became of a part that is not the same afterwards.
 * - `unsafe`: a person must look, because the form may now ask or show something else.
 * - `changed`: carried over in another way.
 * - `left_out`: not carried over; the questions work without it.
 */
export type FhirReportKind = 'unsafe' | 'changed' | 'left_out'

export type FhirReportLine = {
  kind: FhirReportKind
  path: string
  item: string | null
  message: string
}
