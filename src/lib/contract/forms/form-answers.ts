import { z } from 'zod'
import { tooLong } from '../text-length.ts'

const LONGEST = 20_000

/** `drawn` is the path of an SVG of 600 by 200; a typed signature has the name alone. */
const Signature = z.strictObject({
  name: z.string().max(200),
  drawn: z.string().max(40_000).optional(),
  signed_on: z.string().max(10),
})
export type Signature = z.infer<typeof Signature>

export const AnsweredFile = z.strictObject({
  id: z.uuid(),
  name: z.string().max(200),
  type: z.string().max(100),
  bytes: z.int().nonnegative(),
})
export type AnsweredFile = z.infer<typeof AnsweredFile>

/**
 * It is text, a number, `true` for a ticked box, the chosen values, a signature, or files. Dates
 * are `YYYY-MM-DD`, times `HH:mm`. A draft keeps dates and numbers as they were typed.
 */
const AnswerToQuestion = z.union([
  z.string().max(LONGEST, tooLong(LONGEST)),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(201),
  Signature,
  z.array(AnsweredFile).max(20),
])
export type AnswerToQuestion = z.infer<typeof AnswerToQuestion>

const MOST_ANSWERS = 300

const GroupEntry = z
  .record(z.string().max(60), AnswerToQuestion)
  .refine((entry) => Object.keys(entry).length <= MOST_ANSWERS, `Send ${MOST_ANSWERS} or fewer`)
export type GroupEntry = z.infer<typeof GroupEntry>

const Answer = z.union([AnswerToQuestion, z.array(GroupEntry).max(50)], {
  error: 'This is not an answer',
})
export type Answer = z.infer<typeof Answer>

export const Answers = z
  .record(z.string().max(60), Answer)
  .refine(
    (answers) => Object.keys(answers).length <= MOST_ANSWERS,
    `Send ${MOST_ANSWERS} answers or fewer`,
  )
export type Answers = z.infer<typeof Answers>
