import type { YoutubeChannel, YoutubeChannelList, YoutubePreview } from '@linkshelf/contract'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { formatDay, toBrowserDay } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { WarningNotice } from '../../ui/states/warning-notice.tsx'
import classes from './channel.module.css'
import type { ChannelScope } from './channel-mutations.ts'
import { previewQuery } from './channel-queries.ts'
import { DisclosureChoice, GroupChoices } from './plan-choices.tsx'

interface MigrationPlanCardProps {
  scope: ChannelScope
  channel: YoutubeChannel
  quota: YoutubeChannelList['quota']
}

/** Shows the effects of a migration, its use of YouTube's quota, and the button that starts it. */
export function MigrationPlanCard(props: MigrationPlanCardProps) {
  const { channelId, ...project } = props.scope
  const preview = useQuery(previewQuery(project, channelId))
  return (
    <QueryBoundary query={preview} loading={<PlanSkeleton />} error="The preview could not be loaded">
      {(loaded) => <Plan {...props} preview={loaded} />}
    </QueryBoundary>
  )
}

function Plan({ scope, channel, quota, preview }: MigrationPlanCardProps & { preview: YoutubePreview }) {
  const { videos, links, new_links, link_room, quota_units, finishes_on } = preview
  const isConnected = channel.connection === 'connected'
  return (
    <Card aria-label="Migration" role="region">
      <div className={classes.form}>
        <Title order={3}>Migration</Title>
        {finishes_on === null ? (
          <Text size="sm">No description has a link to migrate.</Text>
        ) : (
          <dl className={classes.totals}>
            <Total name="Videos">{formatNumber(videos)}</Total>
            <Total name="Links">{formatNumber(links)}</Total>
            <Total name="New short links">{formatNumber(new_links)}</Total>
            <Total name="Quota units" note={`of ${formatNumber(quota.units_per_day)} a day`}>
              {formatNumber(quota_units)}
            </Total>
            <Total name="Done by">{finishes_on <= toBrowserDay(new Date()) ? 'Today' : formatDay(finishes_on)}</Total>
          </dl>
        )}
        {new_links > link_room && (
          <WarningNotice
            title="Not enough room for the short links"
            action={
              <Button variant="default" size="xs" component={RouteLink} to="/settings/subscription">
                Show plans
              </Button>
            }
          >
            {formatCount(new_links, 'short link')} are needed, and this project can have {formatNumber(link_room)} more. The other videos
            are not changed.
          </WarningNotice>
        )}
        <GroupChoices scope={scope} channel={channel} groups={preview.groups} />
        <DisclosureChoice key={channel.disclosure} scope={scope} channel={channel} />
        {videos > 0 && (
          <div className={classes.start}>
            <Button
              disabled={!isConnected}
              onClick={({ currentTarget }) =>
                void openDialog(
                  () => import('./migrate-dialog.tsx').then(({ migrateDialog }) => migrateDialog(scope, channel.channelName, preview)),
                  currentTarget,
                )
              }
            >
              Migrate {formatCount(videos, 'video')}
            </Button>
            <Text size="sm" c="dimmed">
              {isConnected ? 'Nothing is changed on YouTube before you start.' : 'Connect the Google account of the channel first.'}
            </Text>
          </div>
        )}
      </div>
    </Card>
  )
}

function Total({ name, note, children }: { name: string; note?: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}

function PlanSkeleton() {
  return (
    <Card h={360} role="status" aria-label="Loading">
      <Skeleton height={24} maw={140} mb={20} />
      <Skeleton height={56} mb={20} />
      <Skeleton height={160} />
    </Card>
  )
}
