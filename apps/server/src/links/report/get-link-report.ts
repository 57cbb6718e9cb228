import { type LinkReport, type LinkReportProblem, linkReportProblems } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { readReport } from './read-report.ts'

/** Counts the problems of all links, archived ones included: they redirect too. */
export async function getLinkReport(ctx: ProjectContext): Promise<LinkReport> {
  const problems = byProblem(() => 0)
  const shops = byProblem(() => new Map<string, number>())
  const report = { links: 0, links_with_problems: 0 }
  for await (const links of readReport(ctx)) {
    report.links += links.length
    for (const { problems: found, shop } of links) {
      if (found.length > 0) report.links_with_problems += 1
      for (const problem of found) {
        problems[problem] += 1
        if (shop !== null) shops[problem].set(shop, (shops[problem].get(shop) ?? 0) + 1)
      }
    }
  }
  return { ...report, problems, shops: byProblem((problem) => mostCommonFirst(shops[problem])) }
}

function byProblem<T>(toValue: (problem: LinkReportProblem) => T): Record<LinkReportProblem, T> {
  return Object.fromEntries(linkReportProblems.map((problem) => [problem, toValue(problem)])) as Record<LinkReportProblem, T>
}

function mostCommonFirst(counts: ReadonlyMap<string, number>): { shop: string; links: number }[] {
  return [...counts].map(([shop, links]) => ({ shop, links })).toSorted((one, other) => other.links - one.links)
}
