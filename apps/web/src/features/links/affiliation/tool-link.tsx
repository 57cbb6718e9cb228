import { describeFollowFailure, type Link, type LinkFollowing } from '@linkshelf/contract'
import { recognizeUrl, retailerNames } from '@linkshelf/retailers'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleDashed, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { Finding } from '../../../ui/finding.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useFollowLink, useUpdateLink } from '../link-mutations.ts'
import { linkFollowingQuery } from '../link-queries.ts'
import classes from './link-affiliation-card.module.css'

interface ToolLinkProps {
  scope: ProjectScope
  link: Link
  /** The name of the affiliate tool whose short link is the destination. */
  tool: string
}

/**
 * Shows where an affiliate tool's short link leads, after the owner has asked for it. Offers that page as the
 * destination.
 */
export function ToolLink({ scope, link, tool }: ToolLinkProps) {
  const { data, error, refetch } = useQuery(linkFollowingQuery(scope, link.url_id))
  const follow = useFollowLink(scope)
  const update = useUpdateLink(scope)
  const canFollow = useCan('links.follow')
  const canChange = useCan('links.update')
  if (data === undefined)
    return error === null ? (
      <Skeleton mt="sm" height={70} radius="md" />
    ) : (
      <ErrorPanel title="The destination of this short link could not be loaded" error={error} onRetry={refetch} headingOrder={2} />
    )
  const { state, destination, location } = data
  const isWaiting = state === 'waiting' || follow.isPending
  return (
    <>
      <Outcome following={data} tool={tool} />
      {destination !== null && <code className={classes.location}>{location ?? destination}</code>}
      {destination !== null && canChange && (
        <Button
          mt="md"
          mr="xs"
          size="xs"
          loading={update.isPending}
          onClick={() => update.mutate({ link, update: { target: destination } }, { onError: (failure) => void showErrorToast(failure) })}
        >
          Use this page
        </Button>
      )}
      {canFollow && (
        <Button mt="md" mr="xs" size="xs" variant="default" loading={isWaiting} onClick={() => follow.mutate(link)}>
          {state === 'never' || state === 'waiting' ? 'Find where this link leads' : 'Find out again'}
        </Button>
      )}
    </>
  )
}

function Outcome({ following, tool }: { following: LinkFollowing; tool: string }) {
  const { state, destination, location, networks, failure } = following
  const title = `Short link of ${tool}`
  if (state === 'waiting')
    return (
      <Finding tone="neutral" Icon={IconRoute} title={title}>
        Waiting to find where this link leads…
      </Finding>
    )
  if (state === 'failed' && failure !== null)
    return (
      <Finding tone="warning" Icon={IconAlertTriangle} title={title}>
        {describeFollowFailure(failure)}
      </Finding>
    )
  if (destination === null)
    return (
      <Finding tone="neutral" Icon={IconCircleDashed} title={title}>
        Linkshelf adds no tag to it, and requests it only when you ask: {tool} counts that as one click.
      </Finding>
    )
  return (
    <Finding tone={networks.length === 0 ? 'good' : 'warning'} Icon={networks.length === 0 ? IconRoute : IconAlertTriangle} title={title}>
      {[describeDestination(destination, location), networks.length > 0 && describeNetworks(networks)].filter(Boolean).join(' ')}
    </Finding>
  )
}

function describeDestination(destination: string, location: string | null): string {
  const page = recognizeUrl(destination)
  if (page === undefined) return `This link leads to ${new URL(destination).hostname}.`
  const name = retailerNames[page.retailer]
  return location === destination
    ? `This link leads to ${name}. If you use it as the destination, visitors get that page unchanged.`
    : `This link leads to ${name}. If you use it as the destination, visitors get that page with your tag.`
}

function describeNetworks(networks: readonly string[]): string {
  return `On the way it passes ${networks.join(', ')}, which pays whoever made the short link. A link directly to the page does not pay them.`
}
