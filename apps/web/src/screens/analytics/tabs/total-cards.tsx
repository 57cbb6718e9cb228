import type { Icon } from '@tabler/icons-react'
import type { DateRange } from '../../../features/analytics/range/date-range.ts'
import { Delta } from '../../../features/analytics/trend/delta.tsx'
import { StatCard, StatRow } from '../../../ui/charts/stat-card.tsx'
import { formatNumber } from '../../../ui/formats/numbers.ts'

interface TotalCardsProps<Name extends string> {
  cards: readonly { name: Name; label: string; note: string; Icon: Icon }[]
  totals: Readonly<Record<Name, number>>
  /** True while `totals` are the result of an earlier query. */
  isStale: boolean
  /** The totals of the previous period. Undefined while these totals are loading. */
  previous: Readonly<Record<Name, number>> | undefined
  /** Undefined if comparison is off. */
  previousRange: DateRange | undefined
  /** Cards after the totals. */
  children?: React.ReactNode
}

/** Shows the totals of the selected range, compared with the previous period. */
export function TotalCards<Name extends string>({ cards, totals, isStale, previous, previousRange, children }: TotalCardsProps<Name>) {
  return (
    <StatRow isStale={isStale}>
      {cards.map(({ name, label, note, Icon }) => (
        <StatCard
          key={name}
          label={label}
          icon={<Icon size={20} stroke={1.6} />}
          value={formatNumber(totals[name])}
          delta={<Delta current={totals[name]} previous={previous?.[name]} range={previousRange} />}
        >
          {note}
        </StatCard>
      ))}
      {children}
    </StatRow>
  )
}
