import type { EarningsSummary } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { EarnedAmounts } from '../../features/earnings/earned-amounts.tsx'
import { Card } from '../../ui/card.tsx'

interface EarnedCardProps {
  /** Undefined while it is not known. */
  earnings: EarningsSummary | undefined
  /** What sales are joined to. */
  joinedTo: string
}

/** Earnings beside the clicks of a part of the project, by currency; nothing while there is nothing to show. */
export function EarnedCard({ earnings, joinedTo }: EarnedCardProps) {
  if (earnings === undefined || earnings.totals.length === 0) return null
  return (
    <Card>
      <Title order={2}>Earnings</Title>
      <EarnedAmounts totals={earnings.totals} />
      <Text size="sm" c="dimmed">
        Sales are joined to {joinedTo} by the id of the click where the retailer reports it, and otherwise estimated by tag, product and
        day.
      </Text>
    </Card>
  )
}
