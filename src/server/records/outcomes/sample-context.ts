import { Drop } from 'liquidjs'
import {
  isLetterList,
  isLetterName,
  type LetterNames,
  letterNames,
} from '#lib/records/outcomes/letter-names.ts'

/** Answers are asked for by names of forms and questions, which nobody knows beforehand. */
class SampleAnswers extends Drop {
  readonly depth: number
  constructor(depth: number) {
    super()
    this.depth = depth
  }
  override liquidMethodMissing() {
    return this.depth > 1 ? new SampleAnswers(this.depth - 1) : 'Yes'
  }
}

/** Every name with its example, lists with two records. */
export const sampleContext = () => ({
  ...samplesOf(letterNames),
  answers: new SampleAnswers(2),
})

function samplesOf(names: LetterNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).map(([name, value]) => {
      if (isLetterName(value)) return [name, value.example]
      return [
        name,
        isLetterList(value) ? [samplesOf(value.each), samplesOf(value.each)] : samplesOf(value),
      ]
    }),
  )
}
