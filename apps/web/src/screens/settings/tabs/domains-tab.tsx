import { type Domain, type Organization, type Project, toEntitlements } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { DomainDetail } from '../../../features/domains/domain-detail.tsx'
import { DomainList, toDomainPath } from '../../../features/domains/domain-list.tsx'
import { domainListQuery, domainSettingsQuery } from '../../../features/domains/domain-queries.ts'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useSelection } from '../../../features/organizations/selection.tsx'
import { Can, RoleProvider, useCan } from '../../../session/permissions.tsx'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { useRowCount } from '../../../ui/states/row-count.ts'
import { UpgradeNotice } from '../../limits/upgrade-notice.tsx'
import classes from '../settings.module.css'
import { DomainSettingsSkeleton, DomainsSkeleton } from '../tab-skeletons.tsx'
import { TabHeader } from './tab-header.tsx'

// Loaded lazily, because the list of domains has no form.
const DomainSettingsForm = createLazyComponent(() =>
  import('../../../features/domains/domain-settings-form.tsx').then((module) => module.DomainSettingsForm),
)

/** Shows the domains of the current organization, or the settings of one domain. */
export function DomainsTab() {
  const { organizations, current } = useSelection()
  const organization = current?.organization ?? organizations[0]
  if (organization === undefined) {
    return (
      <ProjectGuard headingOrder={2} loading={<DomainsSkeleton />}>
        {null}
      </ProjectGuard>
    )
  }
  return (
    <RoleProvider role={organization.role}>
      <div key={organization.id} className={classes.stack}>
        <Domains organization={organization} project={current?.project} />
      </div>
    </RoleProvider>
  )
}

function Domains({ organization, project }: { organization: Organization; project: Project | undefined }) {
  const domains = useQuery(domainListQuery(organization.id))
  useRowCount('domains', domains.data?.length)
  const [params] = useSearchParams()
  return (
    <QueryBoundary query={domains} loading={<DomainsSkeleton />} error="The domains could not be loaded">
      {(loaded) => {
        const shown = loaded.find(({ domain_id }) => domain_id === params.get('domain'))
        return shown === undefined ? (
          <Overview organization={organization} domains={loaded} />
        ) : (
          <DomainDetail key={shown.domain_id} orgId={organization.id} domain={shown} project={project}>
            <DomainSettings organization={organization} domain={shown} />
          </DomainDetail>
        )
      }}
    </QueryBoundary>
  )
}

function DomainSettings({ organization: { id, projects }, domain }: { organization: Organization; domain: Domain }) {
  const settings = useQuery(domainSettingsQuery(id, domain.domain_id))
  const loading = <DomainSettingsSkeleton />
  return (
    <QueryBoundary query={settings} loading={loading} error="The domain settings could not be loaded">
      {(loaded) => (
        <Suspense fallback={loading}>
          <DomainSettingsForm orgId={id} domain={domain} settings={loaded} projects={projects} />
        </Suspense>
      )}
    </QueryBoundary>
  )
}

function Overview({ organization, domains }: { organization: Organization; domains: readonly Domain[] }) {
  const navigate = useNavigate()
  const canAdd = useCan('domains.create')
  const { domains: limit } = toEntitlements(organization)
  const isFull = domains.length >= limit
  const addButton = (
    <Can call="domains.create">
      <Button
        leftSection={<IconPlus aria-hidden size={17} />}
        onClick={({ currentTarget }) =>
          void openDialog(
            () =>
              import('../../../features/domains/domain-dialogs.tsx').then((module) =>
                module.addDomainDialog(organization.id, ({ domain_id }) => void navigate(toDomainPath(domain_id))),
              ),
            currentTarget,
          )
        }
      >
        Add domain
      </Button>
    </Can>
  )
  if (domains.length === 0)
    return (
      <EmptyState icon={<IconWorld size={26} stroke={1.6} />} title="No domains yet" action={canAdd ? addButton : undefined}>
        {canAdd
          ? 'Your short links can use your own domain, such as go.example.com. Add it to see what to enter at your DNS provider.'
          : `Your short links can use your own domain. An owner of ${organization.name} can add it.`}
      </EmptyState>
    )
  return (
    <>
      <TabHeader title="Domains" action={isFull ? undefined : addButton}>
        Short links of {organization.name} can be on these domains. Their DNS records are checked automatically.
      </TabHeader>
      {isFull && (
        <UpgradeNotice isOwner={organization.role === 'owner'}>
          {`Your plan includes ${formatCount(limit, 'domain')}.${domains.length > limit ? ' The others continue to work.' : ''}`}
        </UpgradeNotice>
      )}
      <DomainList domains={domains} projects={organization.projects} />
    </>
  )
}
