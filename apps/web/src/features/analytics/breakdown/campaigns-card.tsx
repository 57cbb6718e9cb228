import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { SideScroll } from '../../../ui/side-scroll.tsx'
import type { ClicksQuery } from '../range/analytics-filter.ts'
import { BreakdownCard } from './breakdown-card.tsx'

const parameters = [
  { name: 'utm_campaign', label: 'Campaign' },
  { name: 'utm_source', label: 'Source' },
  { name: 'utm_medium', label: 'Medium' },
  { name: 'utm_term', label: 'Term' },
  { name: 'utm_content', label: 'Content' },
] as const

interface CampaignsCardProps {
  scope: ProjectScope
  query: ClicksQuery
}

/**
 * Clicks by a utm_ parameter of the short link. If the short link is shared without utm_ parameters, the parameters of
 * its destination are used.
 */
export function CampaignsCard(props: CampaignsCardProps) {
  const [by, setBy] = useState<(typeof parameters)[number]['name']>('utm_campaign')
  return (
    <BreakdownCard
      {...props}
      by={by}
      choices={
        <SideScroll shown={by}>
          <Segments label="Campaign parameter" choices={parameters} chosen={by} onChoose={setBy} />
        </SideScroll>
      }
      foot={(rows) =>
        rows.length > 0 &&
        rows.every(({ name }) => name === '') && (
          <Text size="sm" c="dimmed" mt="md">
            Add <code>?{by}=…</code> to a short link where you share it: its clicks are then listed here by that name.
          </Text>
        )
      }
    />
  )
}
