import { countedLinksNote, type Subscription } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { Meter } from '../../ui/charts/meter.tsx'

export function UsageCard({ usage: { links, apiCalls } }: Pick<Subscription, 'usage'>) {
  return (
    <Card>
      <Title order={3} mb="md">
        Usage
      </Title>
      <Meter label="Links" used={links.used} limit={links.limit}>
        {links.project === null
          ? 'Each project has its own limit.'
          : `In “${links.project}”, your fullest project. Each project has its own limit.`}{' '}
        {countedLinksNote}
      </Meter>
      <Meter label="API requests" used={apiCalls.used} limit={apiCalls.limit}>
        This month (UTC)
      </Meter>
    </Card>
  )
}
