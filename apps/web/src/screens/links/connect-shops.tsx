import type { LinkReportProblem } from '@linkshelf/contract'
import { type Retailer, retailerIds, retailerNames, retailers } from '@linkshelf/retailers'
import { Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { useCan } from '../../session/permissions.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { IntegrationSkeleton } from '../settings/integration-skeleton.tsx'

const Integration = createLazyComponent(async () => (await import('../../features/integrations/integration.tsx')).Integration)

/** Problems that the owner can solve by saving a tag. Each value returns the text of the button. */
const labels: Partial<Record<LinkReportProblem, (name: string) => string>> = {
  foreign_tag: (name) => `Use my ${name} tag`,
  untagged: (name) => `Connect ${name}`,
  market_without_tag: (name) => `Add ${name} tags`,
  untracked: () => 'Add the short key',
}

interface ConnectShopsProps {
  scope: ProjectScope
  problem: LinkReportProblem
  /** Domains of the shops that have the problem, for example `amazon.de`. */
  shops: readonly string[]
  /** Renders the buttons that open the settings of a retailer. */
  children: (buttons: React.ReactNode) => React.ReactNode
}

/**
 * Shows the settings of retailers on the screen of a problem, if saving the settings solves the problem for many links.
 */
export function ConnectShops({ scope, problem, shops, children }: ConnectShopsProps) {
  const [open, setOpen] = useState<Retailer>()
  const canConnect = useCan('integrations.saveAmazon')
  const formatLabel = canConnect ? labels[problem] : undefined
  const canSolve = (retailer: Retailer) => problem !== 'market_without_tag' || retailers[retailer].hasTagPerMarket
  const offered = formatLabel === undefined ? [] : retailerIds.filter(canSolve)
  const concerned = offered.filter((retailer) => listMarkets(retailer, shops).length > 0)
  const close = () => setOpen(undefined)
  return (
    <>
      {open !== undefined && (
        <section aria-label={`${retailerNames[open]} integration`}>
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h3">
              {retailerNames[open]} integration
            </Title>
            <Button variant="subtle" size="xs" onClick={close}>
              Close
            </Button>
          </Group>
          <LazyBoundary fallback={<IntegrationSkeleton />} onError={close}>
            <Integration
              scope={scope}
              retailer={open}
              loading={<IntegrationSkeleton />}
              wantedMarkets={retailers[open].hasTagPerMarket ? listMarkets(open, shops) : []}
              onSaved={close}
            />
          </LazyBoundary>
        </section>
      )}
      {children(
        concerned.map((retailer) => (
          <Button key={retailer} aria-expanded={open === retailer} onClick={() => setOpen(open === retailer ? undefined : retailer)}>
            {formatLabel?.(retailerNames[retailer])}
          </Button>
        )),
      )}
    </>
  )
}

/** Returns the retailer's markets in `shops`. For example, returns `de` for Amazon and the shop `amazon.de`. */
function listMarkets(retailer: Retailer, shops: readonly string[]): string[] {
  const prefix = `${retailer}.`
  return shops.filter((shop) => shop.startsWith(prefix)).map((shop) => shop.slice(prefix.length))
}
