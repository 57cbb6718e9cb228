import { type LinkReport, linkReportProblems, linkReportTexts } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { linkReportQuery } from '../../features/link-report/report-queries.ts'
import { useSelection } from '../../features/organizations/selection.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { readLastRowCount, useRowCount } from '../../ui/states/row-count.ts'
import { findNearLinkLimit } from '../limits/link-usage.ts'
import { plansPath } from '../limits/upgrade-notice.tsx'
import { useClickUsage } from '../limits/use-click-usage.ts'
import { useShownLimit } from '../limits/use-shown-limit.ts'
import classes from './attention.module.css'
import dashboard from './dashboard.module.css'

/** A limit is near when this share of the month's clicks is used. */
const nearFrom = 0.8
const problemsShown = 3
const concernList = 'concerns'

interface Concern {
  name: string
  text: string
  to: string
  isLimit?: boolean
}

/** Returns false if the dashboard was never shown, so that it is unknown whether the card will appear. */
export function isConcernCountKnown(): boolean {
  return readLastRowCount(concernList, -1, 0) >= 0
}

/**
 * Shows problems that cost earnings now or soon: problems of links, and limits of the plan. Renders nothing if nothing
 * needs attention.
 */
export function Attention({ scope }: { scope: ProjectScope }) {
  const report = useQuery(linkReportQuery(scope))
  const limits = useLimits()
  const problems = report.data === undefined ? [] : listConcerns(report.data)
  const concerns = [...problems.slice(0, problemsShown), ...limits]
  useRowCount(concernList, report.data && concerns.length)
  const isShown = report.isPending ? readLastRowCount(concernList, 0, 0) > 0 : report.isError || concerns.length > 0
  if (!isShown) return null
  return (
    <Card>
      <div className={dashboard.head}>
        <Title order={2}>Needs attention</Title>
        {problems.length > problemsShown && (
          <RouteLink to="/links/report" className={dashboard.link}>
            See all problems
          </RouteLink>
        )}
      </div>
      <QueryBoundary query={report} loading={<AttentionSkeleton />} error="Your links could not be checked">
        {() => <Concerns concerns={concerns} />}
      </QueryBoundary>
    </Card>
  )
}

function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <ul className={classes.concerns}>
      {concerns.map(({ name, text, to, isLimit }) => (
        <li key={name}>
          <RouteLink to={to}>
            {isLimit ? <IconGauge aria-hidden size={18} stroke={1.7} /> : <IconAlertTriangle aria-hidden size={18} stroke={1.7} />}
            <span>
              <strong>{name}</strong> {text}
            </span>
            <IconChevronRight aria-hidden size={16} stroke={1.8} />
          </RouteLink>
        </li>
      ))}
    </ul>
  )
}

/** Returns the problems, most urgent first. */
function listConcerns(report: LinkReport): Concern[] {
  return linkReportProblems
    .filter((problem) => report.problems[problem] > 0)
    .map((problem) => ({
      name: linkReportTexts[problem].label,
      text: formatCount(report.problems[problem], 'link'),
      to: `/links/report?problem=${problem}`,
    }))
}

function useLimits(): Concern[] {
  const links = findNearLinkLimit(useSelection().current)
  const clicks = useClickUsage()
  // The limit that the screen shows above is not repeated.
  const shown = useShownLimit()
  const concerns: Concern[] = []
  if (links !== undefined && shown !== 'links') {
    const text = `${formatNumber(links.used)} of ${formatNumber(links.limit)} in this project`
    concerns.push({ name: 'Links of your plan', text, to: plansPath, isLimit: true })
  }
  if (clicks !== undefined && shown !== 'clicks' && clicks.limit !== null && clicks.used >= clicks.limit * nearFrom) {
    const text = `${formatNumber(clicks.used)} of ${formatNumber(clicks.limit)} this month`
    concerns.push({ name: 'Clicks of your plan', text, to: plansPath, isLimit: true })
  }
  return concerns
}

function AttentionSkeleton() {
  const rows = readLastRowCount(concernList, 0, 0)
  return (
    <div role="status" aria-label="Loading" className={classes.concerns}>
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((name) => (
        <div key={name} className={classes.rowLoading}>
          <Skeleton height={18} width="60%" />
        </div>
      ))}
    </div>
  )
}

/** The skeleton of the card while the dashboard is loading. Renders nothing if the card was not shown last time. */
export function AttentionLoading() {
  if (readLastRowCount(concernList, 0, 0) === 0) return null
  return (
    <Card>
      <div className={dashboard.head}>
        <Title order={2}>Needs attention</Title>
      </div>
      <AttentionSkeleton />
    </Card>
  )
}
