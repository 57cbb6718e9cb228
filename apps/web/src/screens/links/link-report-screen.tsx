import { type LinkReport, linkReportProblems } from '@linkshelf/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link as RouteLink, useSearchParams } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { HealthSummary, hasNoFailedCheck } from '../../features/link-report/health-summary.tsx'
import { ProblemLinks } from '../../features/link-report/problem-links.tsx'
import { ProblemPicker } from '../../features/link-report/problem-picker.tsx'
import { linkReportQuery } from '../../features/link-report/report-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { LinkCardSkeletons } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { ConnectShops } from './connect-shops.tsx'

const openLinkDialog = createLazyDialog(async () => (await import('../../features/links/dialogs/link-dialogs.tsx')).linkDialog)

// The rules and disclosures are below the list, so their code is loaded after the first render.
const ProgramRules = createLazyComponent(() => import('../../features/link-report/program-rules.tsx').then((module) => module.ProgramRules))

/** Shows links that lose money or break the rules of a program, and how to solve these problems. */
export function LinkReportScreen() {
  const { project, scope } = useProject()
  const report = useQuery(linkReportQuery(scope))
  return (
    <Screen title="Link check" subtitle="Links that lose money or break a program’s rules">
      <QueryBoundary query={report} loading={<LinkCardSkeletons />} error="The link check could not be loaded">
        {(data) => <Report key={project.id} scope={scope} report={data} />}
      </QueryBoundary>
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={<Skeleton height="40rem" />}>
          <ProgramRules />
        </Suspense>
      </ErrorBoundary>
    </Screen>
  )
}

function Report({ scope, report }: { scope: ProjectScope; report: LinkReport }) {
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(() => linkReportProblems.find((one) => one === params.get('problem')))
  const found = linkReportProblems.filter((problem) => report.problems[problem] > 0)
  const problem = found.find((one) => one === chosen) ?? found[0]
  if (problem === undefined)
    return (
      <EmptyState
        icon={<IconShieldCheck size={26} stroke={1.6} />}
        title="No problems found"
        action={
          <Button component={RouteLink} to="/links">
            Open Links
          </Button>
        }
      >
        {report.links === 0 ? 'Links are checked here once there are some.' : <HealthSummary health={report.health} />}
      </EmptyState>
    )
  return (
    <>
      <p role="status">
        {formatNumber(report.links_with_problems)} of {formatCount(report.links, 'link')} may need your attention.{' '}
        {hasNoFailedCheck(report) && <HealthSummary health={report.health} />}
      </p>
      <ProblemPicker report={report} problems={found} chosen={problem} onChoose={setChosen} />
      <ConnectShops key={problem} scope={scope} problem={problem} shops={report.shops[problem].map(({ shop }) => shop)}>
        {(connect) => (
          <ProblemLinks
            scope={scope}
            report={report}
            problem={problem}
            actions={
              <>
                {connect}
                {problem === 'replaced' && report.shops.replaced.some(({ shop }) => shop.startsWith('amazon.')) && (
                  <Button variant="default" component={RouteLink} to="/settings/amazon">
                    Open Amazon migration
                  </Button>
                )}
              </>
            }
            onEdit={(link, opener) => openLinkDialog(opener, scope, ['edit', [link], opener])}
            onEditShops={(link, opener) => openLinkDialog(opener, scope, ['edit', [link], opener, 'shops'])}
          />
        )}
      </ConnectShops>
    </>
  )
}
