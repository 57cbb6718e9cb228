import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take the longest start first in their group, so that no core has to wait for them at the end of the
 * run.
 */
const longest = ['faults.e2e.ts', 'demo.e2e.ts']

/**
 * Vitest's own order, but the longest files come first. If no run has measured the files, Vitest orders them by size.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const getGroup = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const computeRank = ({ moduleId }: TestSpecification) => (longest.includes(basename(moduleId)) ? 0 : 1)
    return sorted.toSorted((left, right) => getGroup(left) - getGroup(right) || computeRank(left) - computeRank(right))
  }
}
