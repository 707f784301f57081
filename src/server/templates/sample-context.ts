import { Drop } from 'liquidjs'
import {
  isLetterList,
  isLetterName,
  type LetterNames,
  letterNames,
} from '#lib/outcomes/letter-names.ts'

/** A letter would show it as "[object Object]". */
export class PrintedGroup extends Error {}

export const ANSWERS_WORDS =
  "stands for several answers. Add the name of a form and the id of a question, as in {{ answers['Name of the form'].question_id }}"
export const groupTexts = (names: LetterNames) =>
  `stands for several values. Add one of these: ${Object.keys(names)
    .map((name) => `.${name}`)
    .join(', ')}`

class SampleGroup {
  readonly #names: LetterNames
  constructor(names: LetterNames) {
    this.#names = names
    Object.assign(this, sampleValues(names))
  }
  toString(): never {
    throw new PrintedGroup(groupTexts(this.#names))
  }
}

class SampleAnswers extends Drop {
  readonly depth: number
  constructor(depth: number) {
    super()
    this.depth = depth
  }
  override liquidMethodMissing() {
    return this.depth > 1 ? new SampleAnswers(this.depth - 1) : 'Yes'
  }
  override toString(): never {
    throw new PrintedGroup(ANSWERS_WORDS)
  }
}

export const sampleContext = () => ({
  ...sampleValues(letterNames),
  answers: new SampleAnswers(2),
})

export function sampleValues(names: LetterNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).map(([name, value]) => {
      if (isLetterName(value)) return [name, value.example]
      return [
        name,
        isLetterList(value)
          ? [new SampleGroup(value.each), new SampleGroup(value.each)]
          : new SampleGroup(value),
      ]
    }),
  )
}
