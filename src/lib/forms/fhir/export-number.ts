import type { FormItemByType } from '../../contract/forms/form-item.ts'
import type { FhirJson } from './exporting.ts'
import { extensionUrls } from './extension-urls.ts'

export function exportedNumber(
  item: FormItemByType<'number'>,
): FhirJson & { type: string; extension: FhirJson[] } {
  const { min, max, step, unit } = item
  if (unit !== undefined) {
    const limit = (url: string, value: number | undefined) =>
      value === undefined ? [] : [{ url, valueQuantity: { value, unit } }]
    return {
      type: 'quantity',
      extension: [
        ...exportedUnit(item),
        ...limit(extensionUrls.minQuantity, min),
        ...limit(extensionUrls.maxQuantity, max),
        ...decimals(step),
      ],
    }
  }
  const isWhole = step !== undefined && [step, min ?? 0, max ?? 0].every(Number.isSafeInteger)
  const kind = isWhole ? 'valueInteger' : 'valueDecimal'
  const limit = (url: string, value: number | undefined) =>
    value === undefined ? [] : [{ url, [kind]: value }]
  return {
    type: isWhole ? 'integer' : 'decimal',
    extension: [
      ...limit(extensionUrls.minValue, min),
      ...limit(extensionUrls.maxValue, max),
      ...(isWhole && step !== 1 ? [{ url: extensionUrls.sliderStep, valueInteger: step }] : []),
      ...(isWhole ? [] : decimals(step)),
    ],
  }
}

/** Steps of 1, 0.1, 0.01 and so on say how many decimals there may be. */
function decimals(step: number | undefined): FhirJson[] {
  const places = step === undefined ? -1 : Math.round(-Math.log10(step))
  const isSaid = places >= 0 && places <= 10 && Number(`1e-${places}`) === step
  return isSaid ? [{ url: extensionUrls.maxDecimalPlaces, valueInteger: places }] : []
}

export function exportedUnit({ unit }: { unit?: string | undefined }): FhirJson[] {
  return unit ? [{ url: extensionUrls.unitOption, valueCoding: { display: unit } }] : []
}

export const isStepLost = (item: FormItemByType<'number'>) =>
  !JSON.stringify(exportedNumber(item)).match(/"integer"|maxDecimalPlaces/)
