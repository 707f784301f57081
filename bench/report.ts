import { normalise, readFigures } from './figures.ts'
import { type Finding, hundredths } from './measure.ts'

/** What one part of the bench measures: figures one by one, or all at its end. */
export type Measuring = () => Promise<Iterable<Finding> | AsyncIterable<Finding>>

/**
 * Prints each figure when it is measured. A part that fails is named, and the others are measured all
 * the same.
 * @param print takes a line.
 * @param slowness how many times as long this machine takes as that of the recorded figures.
 */
export function createReport(print: (line: string) => void, slowness = 1) {
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
          print(formatLine(finding, slowness))
        }
      } catch (error) {
        failed(name, error)
      }
    },
    /** Everything that was measured, as printed. */
    printed: () => findings.map((finding) => formatLine(finding, slowness)).join('\n'),
    /** Prints everything once more. @returns the exit code: 0 where each part ended and each budget was met. */
    summary(): 0 | 1 {
      print('')
      for (const finding of findings) print(formatLine(finding, slowness))
      for (const { name, reason } of failures) print(`FAILED  ${name}: ${reason}`)
      const missed = findings.filter(({ met }) => !met).length
      if (missed > 0) print(`Budgets missed: ${missed} of ${findings.length}`)
      if (failures.length > 0) print(`Failed: ${failures.map(({ name }) => name).join(', ')}`)
      return missed + failures.length === 0 ? 0 : 1
    },
  }
}

function formatLine({ what, measured, budget, met }: Finding, slowness: number): string {
  const line = `${met ? 'met   ' : 'MISSED'}  ${what}: ${measured} (${budget})`
  const normal = readFigures(line).flatMap(({ value, unit }) => {
    const normalised = normalise({ value, unit }, slowness)
    return normalised === value ? [] : `${hundredths(normalised)} ${unit}`
  })
  return normal.length === 0 ? line : `${line} · normalised ${normal.join(', ')}`
}
