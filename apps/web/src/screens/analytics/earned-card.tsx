import { type BreakdownKind, breakdownLabels, type EarningsSummary } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { EarnedAmounts } from '../../features/earnings/earned-amounts.tsx'
import { Card } from '../../ui/card.tsx'

interface EarnedCardProps {
  /** Undefined while the earnings are loading. */
  earnings: EarningsSummary | undefined
  /** The objects that sales are joined to, for example "this link". */
  joinedTo: string
  /**
   * Conditions of the screen that cannot be applied to sales. If the list is not empty, `earnings` were loaded without
   * conditions.
   */
  unmet: readonly BreakdownKind[]
}

/** Shows the earnings of one part of the project, by currency. Renders nothing if there are no earnings. */
export function EarnedCard({ earnings, joinedTo, unmet }: EarnedCardProps) {
  if (earnings === undefined || earnings.totals.length === 0) return null
  return (
    <Card>
      <Title order={2}>Earnings</Title>
      {unmet.length === 0 && <EarnedAmounts totals={earnings.totals} />}
      <Text size="sm" c="dimmed">
        {unmet.length === 0
          ? `Sales are joined to ${joinedTo} by the id of the click if the retailer reports it. Otherwise, they are estimated by tag, product and day. Sales older than the first click are joined by product and tag.`
          : `Not available with these filters, because sales are recorded without the ${unmet.map((name) => breakdownLabels[name].singular.toLowerCase()).join(', ')} of their click.`}
      </Text>
    </Card>
  )
}
