import type { LetterContext } from '#lib/records/outcomes/letter-names.ts'

/** Letters name no advice until advice is recorded. */
export const letterAdvice = async (): Promise<LetterContext['advice']> => []
