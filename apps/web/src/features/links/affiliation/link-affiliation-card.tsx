import {
  describeAffiliation,
  findAffiliateTool,
  isAffiliationProblem,
  isEarning,
  type Link,
  type LinkAffiliation,
  listPlacementRules,
} from '@linkshelf/contract'
import { retailerNames } from '@linkshelf/retailers'
import { Button, Skeleton, Title } from '@mantine/core'
import { IconAlertTriangle, IconBuildingStore, IconCircleDashed, IconTag } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { Finding } from '../../../ui/finding.tsx'
import { toSiteName } from '../../../ui/formats/address.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { useCheckLink } from '../link-mutations.ts'
import { AffiliationNote } from './affiliation-tag.tsx'
import classes from './link-affiliation-card.module.css'
import { formatPlaceName } from './place-name.ts'
import { ProgramRules } from './program-rules.tsx'
import { ToolLink } from './tool-link.tsx'
import { canHaveTag, useLinkAffiliation } from './use-link-affiliation.ts'

interface ScopedLink {
  scope: ProjectScope
  link: Link
}

interface LinkAffiliationCardProps extends ScopedLink {
  /** Opens the form that edits the shops of the link. */
  onEditShops: (opener: HTMLElement) => void
}

/**
 * Shows where a link leads: the retailer, its tag or why there is no tag, and the shops for visitors from other
 * countries.
 */
export function LinkAffiliationCard({ scope, link, onEditShops }: LinkAffiliationCardProps) {
  const canTargetHaveTag = canHaveTag({ target: link.target, shops: [] })
  const { data, error, refetch } = useLinkAffiliation(scope, link)
  const tool = findAffiliateTool(link.target)
  const isOfRetailer = data !== undefined && data.retailer !== null
  const canChange = useCan('links.update')

  if (data === undefined && error !== null)
    return <ErrorPanel title="The affiliate tag of this link could not be loaded" error={error} onRetry={refetch} />
  return (
    <Card>
      <Title order={2}>Affiliation</Title>
      {tool !== undefined ? (
        <ToolLink scope={scope} link={link} tool={tool} />
      ) : canTargetHaveTag && data === undefined ? (
        <Skeleton mt="sm" height={70} radius="md" />
      ) : (
        <Outcome facts={data ?? noRetailer} />
      )}
      {isOfRetailer && <code className={classes.location}>{data.location}</code>}
      {data?.expansion === 'failed' && canChange && <CheckAgain scope={scope} link={link} />}
      <Shops link={link} affiliation={data} />
      <EmailRules programs={data?.programs ?? []} />
      {canChange && (
        <Button
          mt="md"
          size="xs"
          variant="default"
          leftSection={<IconBuildingStore aria-hidden size={15} />}
          onClick={({ currentTarget }) => onEditShops(currentTarget)}
        >
          {link.shops.length === 0 ? 'Add other shops' : 'Edit shops'}
        </Button>
      )}
    </Card>
  )
}

const noRetailer = { status: 'other', retailer: null, market: null, pasted_tag: null, affiliated: true, expansion: null } as const

function CheckAgain({ scope, link }: ScopedLink) {
  const check = useCheckLink(scope)
  return (
    <Button mt="md" mr="xs" size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate(link)}>
      Find out again
    </Button>
  )
}

function Outcome({ facts }: { facts: Parameters<typeof describeAffiliation>[0] }) {
  const { retailer, market, status, affiliated } = facts
  const isTagged = affiliated && (status === 'tagged' || status === 'replaced')
  const isProblem = isAffiliationProblem(facts)
  return (
    <Finding
      tone={isTagged ? 'good' : isProblem ? 'warning' : 'neutral'}
      Icon={isTagged ? IconTag : isProblem ? IconAlertTriangle : IconCircleDashed}
      title={
        retailer === null ? 'No shop' : market === null ? retailerNames[retailer] : `${retailerNames[retailer]} · ${retailer}.${market}`
      }
    >
      {describeAffiliation(facts)}
    </Finding>
  )
}

const textByReason: Partial<Record<LinkAffiliation['shops'][number]['reason'], string>> = {
  local_asin: 'the page that you named',
  local_search: 'a search for the title',
  default: 'the page that you pasted',
}

/** Shows what the link's affiliate programs say about links in emails. */
function EmailRules({ programs }: { programs: LinkAffiliation['programs'] }) {
  const rules = listPlacementRules('email', programs)
  return rules.length > 0 && <ProgramRules summary="Before you send this link by email" rules={rules} />
}

function Shops({ link, affiliation }: { link: Link; affiliation: LinkAffiliation | undefined }) {
  const { shops = [], destinations = [] } = affiliation ?? {}
  if (link.choice_page)
    return (
      <>
        <p className={classes.note}>
          Visitors choose between {link.shops.length + 1} shops on a page; the shop of their country comes first.
        </p>
        {destinations.length > 0 && <ChoicePageShops link={link} destinations={destinations} />}
      </>
    )
  if (shops.length === 0) return null
  return (
    <ul className={classes.shops} aria-label="Shops of visitors">
      {shops.map(({ place, reason, location }) => (
        <li key={place}>
          <span>{formatPlaceName(place)}</span>
          {location === null ? (
            <span>{textByReason.default}</span>
          ) : (
            <a href={location} target="_blank" rel="noreferrer nofollow">
              {textByReason[reason]}
            </a>
          )}
          {destinations
            .filter((destination) => destination.place === place && !isEarning(destination.state))
            .map((destination) => (
              <AffiliationNote key={place} link={{ affiliation: destination, pending: link.pending }} />
            ))}
        </li>
      ))}
    </ul>
  )
}

/** Says for each button of a choice page whether it earns, and how to change that. */
function ChoicePageShops({ link, destinations }: { link: Link; destinations: LinkAffiliation['destinations'] }) {
  return (
    <ul className={classes.shops} aria-label="Shops of the choice page">
      {destinations.map((destination, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two shops can have the same address
        <li key={nth}>
          <span>
            {[toSiteName(destination.target), destination.place && formatPlaceName(destination.place)].filter(Boolean).join(' · ')}
          </span>
          <AffiliationNote link={{ affiliation: destination, pending: link.pending }} />
        </li>
      ))}
    </ul>
  )
}
