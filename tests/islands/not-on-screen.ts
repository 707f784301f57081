/** Transitions that no screen leads to, and why. `npm run paths` refuses one that a test walks. */
export const NOT_ON_SCREEN: Record<string, string> = {}
