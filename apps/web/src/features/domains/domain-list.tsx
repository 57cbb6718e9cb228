import type { Domain, Project } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/formats/dates.ts'
import { Tag } from '../../ui/tag.tsx'
import { IconRow, IconRows } from '../../ui/titled-card.tsx'
import classes from './domain.module.css'
import { describeDomain, toDomainTag } from './domain-state.ts'

export function toDomainPath(domainId: string): string {
  return `/settings/domains?domain=${domainId}`
}

interface DomainListProps {
  domains: readonly Domain[]
  /** The projects of the organization, each with its primary domain. */
  projects: readonly Project[]
}

export function DomainList({ domains, projects }: DomainListProps) {
  return (
    <Card p={0} className={classes.list}>
      <IconRows label="Domains">
        {domains.map((domain) => (
          <DomainRow
            key={domain.domain_id}
            domain={domain}
            primaryOf={projects.filter(({ primary_domain_id }) => primary_domain_id === domain.domain_id).map(({ name }) => name)}
          />
        ))}
      </IconRows>
    </Card>
  )
}

function DomainRow({ domain, primaryOf }: { domain: Domain; primaryOf: string[] }) {
  const { domain_id, display_host: host } = domain
  const { label, tone } = toDomainTag(domain)
  const address = toDomainPath(domain_id)
  return (
    <IconRow
      icon={<IconWorld aria-hidden size={20} stroke={1.6} />}
      name={
        <>
          <RouteLink to={address} className={classes.host}>
            {host}
          </RouteLink>
          <Tag tone={tone}>{label}</Tag>
        </>
      }
      buttons={
        <Button variant="default" size="xs" component={RouteLink} to={address} aria-label={`Open ${host}`}>
          Open
        </Button>
      }
    >
      <p className={classes.facts}>{describeFacts(domain)}</p>
      {primaryOf.length > 0 && <p className={classes.facts}>{`Primary domain of ${primaryOf.map((name) => `“${name}”`).join(', ')}`}</p>}
    </IconRow>
  )
}

function describeFacts(domain: Domain): string {
  if (domain.state === 'waiting') return `Added on ${formatDate(domain.created)}`
  if (domain.state === 'verified' && domain.verified_at !== null) return `Verified on ${formatDate(domain.verified_at)}`
  const { title, text } = describeDomain(domain)
  return domain.state === 'misconfigured' || domain.state === 'archived' ? text : `${title}.`
}
