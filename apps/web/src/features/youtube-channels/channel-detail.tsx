import type { YoutubeChannel, YoutubeChannelList } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { Can, Editable } from '../../session/permissions.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './channel.module.css'
import { ChannelOrigin } from './channel-list.tsx'
import { type ChannelScope, useConnect, useDisconnect } from './channel-mutations.ts'
import { isWorkedOn, useRefetchVideos } from './channel-queries.ts'
import { MigrationPlanCard } from './migration-plan-card.tsx'
import { WatchCard } from './plan-choices.tsx'
import { StatusCard } from './status-card.tsx'
import { VideoList } from './videos/video-list.tsx'

interface ChannelDetailProps {
  scope: ChannelScope
  channel: YoutubeChannel
  list: YoutubeChannelList
  /** Whether the plan includes the clicks of single videos. */
  hasFullAnalytics: boolean
}

/** Shows one channel: its state, its connection, the preview of a migration, and its videos. */
export function ChannelDetail({ scope, channel, hasFullAnalytics, list: { google, quota } }: ChannelDetailProps) {
  useRefetchVideos(channel)
  const { channelName, thumbnailUrl } = channel
  const isBusy = isWorkedOn(channel)
  return (
    <>
      <BackLink to="/settings/youtube">All channels</BackLink>
      <div className={classes.title}>
        <Portrait name={channelName} src={thumbnailUrl} size="large" />
        <div className={classes.about}>
          <Title order={2}>{channelName}</Title>
          <Text size="sm" c="dimmed">
            <ChannelOrigin channel={channel} />
          </Text>
        </div>
        <Can call="youtubeChannels.delete">
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            onClick={({ currentTarget }) =>
              void openDialog(() => import('./remove-dialog.tsx').then(({ removeDialog }) => removeDialog(scope, channel)), currentTarget)
            }
          >
            Remove
          </Button>
        </Can>
      </div>
      <StatusCard scope={scope} channel={channel} canScan={google.can_scan} />
      <Editable call="youtubeChannels.connect">
        <ConnectionCard scope={scope} channel={channel} google={google} />
      </Editable>
      {!isBusy && channel.scanned_at !== null && (
        <Editable call="youtubeChannels.migrate">
          <MigrationPlanCard scope={scope} channel={channel} quota={quota} />
        </Editable>
      )}
      <Editable call="youtubeChannels.update">
        <WatchCard scope={scope} channel={channel} />
      </Editable>
      {channel.status !== 'pending' && channel.status !== 'scanning' && (
        <VideoList scope={scope} channel={channel} hasFullAnalytics={hasFullAnalytics} />
      )}
    </>
  )
}

interface ConnectionCardProps {
  scope: ChannelScope
  channel: YoutubeChannel
  google: YoutubeChannelList['google']
}

/** Connects the channel's Google account, because only the channel's owner may change descriptions. */
function ConnectionCard({ scope, channel, google }: ConnectionCardProps) {
  const connect = useConnect(scope)
  const disconnect = useDisconnect(scope)
  const { connection } = channel
  return (
    <Card aria-label="Google account" role="region">
      <div className={classes.form}>
        <div className={classes.head}>
          <Title order={3}>Google account</Title>
          {connection === 'connected' && <Tag tone="good">Connected</Tag>}
          {connection === 'revoked' && <Tag tone="bad">Connection ended</Tag>}
        </div>
        {connection !== 'connected' && !google.can_connect ? (
          <Text size="sm">
            Descriptions can be read, but not changed yet. The operator of this Linkshelf can set this up, with the steps under “YouTube” in
            the operations guide.
          </Text>
        ) : (
          <div className={classes.head}>
            <Text size="sm" c="dimmed">
              {explanationByConnection[connection]}
            </Text>
            {connection === 'connected' ? (
              <Button
                variant="default"
                size="xs"
                disabled={isWorkedOn(channel)}
                loading={disconnect.isPending}
                onClick={() => disconnect.mutate()}
              >
                Disconnect
              </Button>
            ) : (
              <Button size="xs" loading={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
                {connection === 'revoked' ? 'Connect again' : 'Connect with Google'}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

const explanationByConnection: Record<YoutubeChannel['connection'], string> = {
  none: 'Only the owner of the channel can change its descriptions. Google asks for your permission, which you can withdraw at any time.',
  connected: 'Linkshelf can change the descriptions of this channel. You can end this here or in your Google account.',
  revoked: 'Google no longer accepts the connection: it was ended in the Google account, or it expired. Descriptions are not changed.',
}
