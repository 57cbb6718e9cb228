import type { Domain, Project } from '@linkshelf/contract'
import { Button, Group, Text, Title } from '@mantine/core'
import { Can } from '../../session/permissions.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { DnsRecordsCard } from './dns-records-card.tsx'
import classes from './domain.module.css'
import { useArchiveDomain, useSetPrimaryDomain } from './domain-queries.ts'
import { toDomainTag } from './domain-state.ts'
import { DomainStateCard } from './domain-state-card.tsx'

interface DomainDetailProps {
  orgId: string
  domain: Domain
  /** The current project; undefined if the organization has no project. */
  project: Project | undefined
  /** More sections about the domain. */
  children?: React.ReactNode
}

/** Shows one domain: its state, its use in the current project, and its DNS records. */
export function DomainDetail({ orgId, domain, project, children }: DomainDetailProps) {
  const { display_host: shown, host, state, serving } = domain
  const { label, tone } = toDomainTag(domain)
  const records = <DnsRecordsCard domain={domain} />
  const isSettled = state === 'verified' || state === 'archived'
  return (
    <>
      <BackLink to="/settings/domains">All domains</BackLink>
      <div className={classes.head}>
        <div className={classes.words}>
          <div className={classes.title}>
            <Title order={2}>{shown}</Title>
            <Tag tone={tone}>{label}</Tag>
          </div>
          {shown !== host && (
            <Text size="sm" c="dimmed">
              {host}
            </Text>
          )}
        </div>
        <DomainActions orgId={orgId} domain={domain} />
      </div>
      <DomainStateCard orgId={orgId} domain={domain} />
      {!isSettled && records}
      {project !== undefined && serving && state !== 'archived' && <PrimaryCard orgId={orgId} domain={domain} project={project} />}
      {children}
      {isSettled && records}
    </>
  )
}

function DomainActions({ orgId, domain }: { orgId: string; domain: Domain }) {
  const archive = useArchiveDomain(orgId)
  return (
    <Group gap="xs">
      <Can call="domains.archive">
        <Button variant="default" size="xs" loading={archive.isPending} onClick={() => archive.mutate(domain)}>
          {domain.state === 'archived' ? 'Unarchive' : 'Archive'}
        </Button>
      </Can>
      <Can call="domains.release">
        <Button
          variant="default"
          size="xs"
          onClick={({ currentTarget }) =>
            void openDialog(() => import('./domain-dialogs.tsx').then((module) => module.removeDomainDialog(orgId, domain)), currentTarget)
          }
        >
          Remove
        </Button>
      </Can>
    </Group>
  )
}

/** Shows whether new links of the current project use the domain, with a button that changes this. */
function PrimaryCard({ orgId, domain, project }: { orgId: string; domain: Domain; project: Project }) {
  const primary = useSetPrimaryDomain({ orgId, projectId: project.id })
  const isPrimary = project.primary_domain_id === domain.domain_id
  const own = domain.address_records.find(({ type }) => type === 'CNAME')?.value ?? 'the default domain'
  return (
    <TitledCard
      title={`New links of “${project.name}”`}
      description={
        isPrimary
          ? 'This is the primary domain of the project: its new short links use it.'
          : 'The new short links of a project use its primary domain. Links that exist stay as they are.'
      }
      action={
        <Can call="domains.setPrimary">
          <Button
            variant={isPrimary ? 'default' : 'filled'}
            size="xs"
            loading={primary.isPending}
            onClick={() => primary.mutate(isPrimary ? null : domain.domain_id)}
          >
            {isPrimary ? `Use ${own} instead` : 'Make primary'}
          </Button>
        </Can>
      }
    />
  )
}
