import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take the longest start first within their group, so that no core waits for one at the end. */
const longest = ['faults.e2e.ts', 'demo.e2e.ts']

/** Vitest's own order, by size where no run has measured the files, with the longest in front. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const getGroup = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const computeRank = ({ moduleId }: TestSpecification) => (longest.includes(basename(moduleId)) ? 0 : 1)
    return sorted.toSorted((left, right) => getGroup(left) - getGroup(right) || computeRank(left) - computeRank(right))
  }
}
