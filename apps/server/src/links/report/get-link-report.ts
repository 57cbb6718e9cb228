import { type LinkReport, linkReportProblems } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { readReport } from './read-report.ts'

/** Counts the problems of all links, archived ones included: they redirect too. */
export async function getLinkReport(ctx: ProjectContext): Promise<LinkReport> {
  const report: LinkReport = {
    links: 0,
    links_with_problems: 0,
    problems: Object.fromEntries(linkReportProblems.map((problem) => [problem, 0])) as LinkReport['problems'],
  }
  for await (const links of readReport(ctx)) {
    report.links += links.length
    for (const { problems } of links) {
      if (problems.length > 0) report.links_with_problems += 1
      for (const problem of problems) report.problems[problem] += 1
    }
  }
  return report
}
