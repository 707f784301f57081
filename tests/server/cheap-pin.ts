import type { PinCost } from '#server/services.ts'

/** In place of half a second for each try: what the product asks for is tried in `pin.test.ts`. */
export const CHEAP_PIN: PinCost = { N: 2 ** 10, r: 8, p: 1 }
