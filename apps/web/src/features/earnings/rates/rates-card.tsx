import type { EarningRates } from '@linkshelf/contract'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Can } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { ratesQuery } from '../earnings-queries.ts'

interface RatesCardProps {
  scope: ProjectScope
  /** Currencies with earnings, which the form offers. */
  currencies: readonly string[]
}

/** The owner's exchange rates, by which earnings in all currencies are estimated in one currency. */
export function RatesCard({ scope, currencies }: RatesCardProps) {
  const rates = useQuery(ratesQuery(scope))
  return (
    <Card>
      <Title order={2}>Estimate in one currency</Title>
      <Text size="sm" c="dimmed" mb="md">
        Currencies are only added up if you enter your own rates. The sum is marked as an estimate.
      </Text>
      <QueryBoundary
        query={rates}
        loading={<Skeleton height={60} role="status" aria-label="Loading" />}
        error="The rates could not be loaded"
        headingOrder={2}
      >
        {(data) => (
          <>
            {data.rates.map(({ currency, rate }) => (
              <Text key={currency} size="sm">
                1 {currency} = {rate} {data.currency}
              </Text>
            ))}
            <Can call="earnings.updateRates">
              <Button
                mt={data.rates.length > 0 ? 'sm' : 0}
                variant="default"
                onClick={({ currentTarget }) => openRates(scope, data, currencies, currentTarget)}
              >
                {data.rates.length > 0 ? 'Change rates' : 'Add rates'}
              </Button>
            </Can>
          </>
        )}
      </QueryBoundary>
    </Card>
  )
}

function openRates(scope: ProjectScope, rates: EarningRates, currencies: readonly string[], opener: HTMLElement): void {
  void openDialog(() => import('./rates-form.tsx').then(({ ratesDialog }) => ratesDialog(scope, rates, currencies)), opener)
}
