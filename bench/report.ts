import type { Finding } from './measure.ts'

/** What one part of the bench measures: figures one by one, or all at its end. */
export type Measuring = () => Promise<Iterable<Finding> | AsyncIterable<Finding>>

/**
 * Prints each figure when it is measured. A part that fails is named, and the others are measured all
 * the same.
 * @param print takes a line.
 */
export function createReport(print: (line: string) => void) {
  const findings: Finding[] = []
  const failures: { name: string; reason: string }[] = []
  const failed = (name: string, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    failures.push({ name, reason })
    print(`FAILED  ${name}: ${reason}`)
  }
  return {
    /** Does a piece of work whose failure must not end the bench. */
    async attempt(name: string, work: () => Promise<unknown>): Promise<void> {
      await work().catch((error: unknown) => failed(name, error))
    },
    async measure(name: string, measuring: Measuring): Promise<void> {
      try {
        for await (const finding of await measuring()) {
          findings.push(finding)
          print(formatLine(finding))
        }
      } catch (error) {
        failed(name, error)
      }
    },
    /** Prints everything once more. @returns the exit code: 0 where each part ended and each budget was met. */
    summary(): 0 | 1 {
      print('')
      for (const finding of findings) print(formatLine(finding))
      for (const { name, reason } of failures) print(`FAILED  ${name}: ${reason}`)
      const missed = findings.filter(({ met }) => !met).length
      if (missed > 0) print(`Budgets missed: ${missed} of ${findings.length}`)
      if (failures.length > 0) print(`Failed: ${failures.map(({ name }) => name).join(', ')}`)
      return missed + failures.length === 0 ? 0 : 1
    },
  }
}

const formatLine = ({ what, measured, budget, met }: Finding) =>
  `${met ? 'met   ' : 'MISSED'}  ${what}: ${measured} (${budget})`
