import { integrationLoadFailedMessage } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { AliexpressForm } from './aliexpress-form.tsx'
import { AmazonForm } from './amazon-form.tsx'
import { EbayForm } from './ebay-form.tsx'
import { aliexpressIntegrationQuery, amazonIntegrationQuery, ebayIntegrationQuery } from './integration-queries.ts'

interface RetailerProps {
  scope: ProjectScope
  loading: React.ReactNode
  /** Called once the settings are saved. */
  onSaved?: () => void
  /** Marketplaces of Amazon that a tag is wanted for. */
  wantedMarkets?: readonly string[]
}

/** The settings of one retailer: loading, error or its form. */
export function Integration({ retailer, ...props }: RetailerProps & { retailer: Retailer }) {
  const Form = forms[retailer]
  return <Form {...props} />
}

function Amazon({ scope, loading, onSaved, wantedMarkets }: RetailerProps) {
  const query = useQuery(amazonIntegrationQuery(scope))
  return (
    <QueryBoundary query={query} loading={loading} error={integrationLoadFailedMessage('amazon')}>
      {(stored) => <AmazonForm scope={scope} stored={stored} onSaved={onSaved} wantedMarkets={wantedMarkets} />}
    </QueryBoundary>
  )
}

function Ebay({ scope, loading, onSaved }: RetailerProps) {
  const query = useQuery(ebayIntegrationQuery(scope))
  return (
    <QueryBoundary query={query} loading={loading} error={integrationLoadFailedMessage('ebay')}>
      {(stored) => <EbayForm scope={scope} stored={stored} onSaved={onSaved} />}
    </QueryBoundary>
  )
}

function Aliexpress({ scope, loading, onSaved }: RetailerProps) {
  const query = useQuery(aliexpressIntegrationQuery(scope))
  return (
    <QueryBoundary query={query} loading={loading} error={integrationLoadFailedMessage('aliexpress')}>
      {(stored) => <AliexpressForm scope={scope} stored={stored} onSaved={onSaved} />}
    </QueryBoundary>
  )
}

const forms: Record<Retailer, React.FunctionComponent<RetailerProps>> = { amazon: Amazon, ebay: Ebay, aliexpress: Aliexpress }
